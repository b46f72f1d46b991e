/**
 * Compares protocols of the in-process engine, with and without a scheduler. An {@link
 * dev.yardmaster.benchmarks.engine.ConfiguredSide} is a side of a comparison; an {@code
 * EngineRound} is one round of a side, on fresh tables, with simulated workers or with workers on
 * their own threads. {@code RoundWorker} is the loop that each worker runs, and the hot path.
 */
package dev.yardmaster.benchmarks.engine;
