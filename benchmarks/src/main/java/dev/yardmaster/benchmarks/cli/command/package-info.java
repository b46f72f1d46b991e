/**
 * What the commands that measure share: the {@link
 * dev.yardmaster.benchmarks.cli.command.Environment} in which they run, and {@link
 * dev.yardmaster.benchmarks.cli.command.MeasurementCommand}, which announces a run, measures, and
 * writes reports. All run on the main thread.
 */
package dev.yardmaster.benchmarks.cli.command;
