/**
 * Measures the disk use of a durable pipeline: the log's rate in comparison with a raw loop, the
 * time to start a pipeline on logs of several lengths, and the rate at which a database loads a
 * typed table from its log. One coordinating thread writes to the disk, forces files and starts
 * pipelines and databases.
 */
package dev.yardmaster.benchmarks.disk;
