/**
 * Compares protocols of the in-process engine, with and without a scheduler: the sides, the
 * settings of all sides, and the metrics and reports of their rounds. A reader starts at {@link
 * dev.yardmaster.benchmarks.engine.EngineSide}, the text form of a side; the package {@code round}
 * runs a side's rounds, and {@code log} has the logs of their workers.
 */
package dev.yardmaster.benchmarks.engine;
