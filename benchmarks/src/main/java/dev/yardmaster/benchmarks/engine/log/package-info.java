/**
 * The logs for the commits of a round's workers: in memory, at a cost in virtual time, or on a
 * disk. A reader starts at {@link dev.yardmaster.benchmarks.engine.log.Logging}. A {@code
 * WorkerLog} belongs to its worker's thread; all workers share a {@code DiskLog}.
 */
package dev.yardmaster.benchmarks.engine.log;
