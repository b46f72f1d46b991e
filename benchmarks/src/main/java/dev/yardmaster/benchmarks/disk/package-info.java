/**
 * The disk beneath a durable pipeline: what a raw loop reaches on it beside the log, and how long
 * starts on logs of several lengths take. The coordinating thread writes, forces and starts.
 */
package dev.yardmaster.benchmarks.disk;
