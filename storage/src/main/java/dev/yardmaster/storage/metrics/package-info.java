/**
 * Micrometer meters that several modules register: the helper {@link
 * dev.yardmaster.storage.metrics.Meters}, and the meters of a commit log, which a pipeline, an
 * engine and a database with a directory have in common. A meter is read when a registry asks for
 * it; the threads that do the work only count.
 */
package dev.yardmaster.storage.metrics;
