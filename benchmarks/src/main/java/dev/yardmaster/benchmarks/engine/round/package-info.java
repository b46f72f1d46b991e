/**
 * Runs rounds of the in-process engine. A {@link
 * dev.yardmaster.benchmarks.engine.round.ConfiguredSide} is a side of a comparison; an {@code
 * EngineRound} is one round of a side, on fresh tables, with simulated workers or with workers on
 * their own threads. {@code RoundWorker} is the loop that each worker runs, and the hot path; its
 * counts belong to its worker's thread until the round is over.
 */
package dev.yardmaster.benchmarks.engine.round;
