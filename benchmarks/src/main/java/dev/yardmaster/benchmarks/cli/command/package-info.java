/**
 * The common parts of the commands that measure: the {@link
 * dev.yardmaster.benchmarks.cli.command.Environment} in which they run, and their superclass {@link
 * dev.yardmaster.benchmarks.cli.command.MeasurementCommand}, which announces a run, measures, and
 * writes reports. All commands run on the main thread.
 */
package dev.yardmaster.benchmarks.cli.command;
