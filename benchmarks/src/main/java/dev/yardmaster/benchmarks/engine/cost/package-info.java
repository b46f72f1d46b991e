/**
 * Measures on real threads the costs that simulated workers pay ({@link
 * dev.yardmaster.engine.interleave.SimulatedCosts}). {@link
 * dev.yardmaster.benchmarks.engine.cost.WorkerCostMeasurement} fits the costs and compares
 * simulated workers with threads; {@link
 * dev.yardmaster.benchmarks.engine.cost.NeighbourMeasurement} measures records that share a cache
 * line.
 */
package dev.yardmaster.benchmarks.engine.cost;
