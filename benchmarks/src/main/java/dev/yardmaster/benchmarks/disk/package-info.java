/**
 * The measurements of the disk of a durable pipeline: the rate of a raw loop in comparison with the
 * log's rate, the time of starts on logs of several lengths, and the rate at which a database loads
 * a typed table from its log. The coordinating thread writes to the disk, forces files and starts
 * pipelines and databases.
 */
package dev.yardmaster.benchmarks.disk;
