/**
 * Micrometer meters that several modules register: the helper {@link
 * dev.yardmaster.storage.metrics.Meters}, and the meters of a commit log, which pipelines, engines
 * and databases with a directory have in common. When a registry reads a meter, the meter's value
 * is computed; the working threads only increment counters.
 */
package dev.yardmaster.storage.metrics;
