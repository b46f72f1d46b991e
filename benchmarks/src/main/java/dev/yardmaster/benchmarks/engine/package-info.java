/**
 * Compares protocols of the in-process engine, with and without a scheduler: the sides, the
 * settings of all sides, and the metrics and reports of their rounds. A reader starts at {@link
 * dev.yardmaster.benchmarks.engine.EngineSide}, which describes a side. The package {@code round}
 * runs the rounds of a side, and {@code log} has the logs of the workers.
 */
package dev.yardmaster.benchmarks.engine;
