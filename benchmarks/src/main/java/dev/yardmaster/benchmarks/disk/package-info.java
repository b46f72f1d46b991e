/**
 * The disk beneath a durable pipeline: the rate of a raw loop beside the log's, and the time of
 * starts on logs of several lengths. The coordinating thread writes, forces and starts.
 */
package dev.yardmaster.benchmarks.disk;
