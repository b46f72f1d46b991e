/**
 * Micrometer meters that several modules register: the helper {@link
 * dev.yardmaster.storage.metrics.Meters}, and the meters of a commit log, which pipelines, engines
 * and databases with a directory have in common. A meter's value is computed when a registry reads
 * the meter; the threads that do the work only count.
 */
package dev.yardmaster.storage.metrics;
