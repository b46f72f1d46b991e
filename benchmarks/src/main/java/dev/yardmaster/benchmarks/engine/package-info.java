/**
 * Compares protocols of the in-process engine, plain and with thread-aware scheduling in front. An
 * {@link dev.yardmaster.benchmarks.engine.ConfiguredSide} is a side of a comparison; an {@code
 * EngineRound} is one of them once, on fresh tables, with workers on threads of their own or
 * simulated ones. {@code RoundWorker} is what each worker does, and the hot path.
 */
package dev.yardmaster.benchmarks.engine;
