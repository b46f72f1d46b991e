/**
 * Micrometer meters that several modules register: the helper {@link
 * dev.yardmaster.storage.metrics.Meters}, and the meters of a commit log. Pipelines, engines and
 * databases with a data directory all have a commit log. A meter's value is computed when a
 * registry reads the meter; the threads that execute transactions only increment counters.
 */
package dev.yardmaster.storage.metrics;
