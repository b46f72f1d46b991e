/**
 * The measurements of the disk of a durable pipeline: the rate of a raw loop in comparison with the
 * log's rate, and the time of starts on logs of several lengths. The coordinating thread writes to
 * the disk, forces files and starts pipelines.
 */
package dev.yardmaster.benchmarks.disk;
