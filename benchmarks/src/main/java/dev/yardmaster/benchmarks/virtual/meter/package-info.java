/**
 * Counts the operations of the pipeline's agents: agents, stores and tables of versions that report
 * their work to a {@link dev.yardmaster.benchmarks.virtual.meter.WorkMeter}. Each object belongs to
 * the thread that runs its agent. A reader starts at {@link
 * dev.yardmaster.benchmarks.virtual.meter.PipelineOperation}, the operations that are counted.
 */
package dev.yardmaster.benchmarks.virtual.meter;
