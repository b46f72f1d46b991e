/**
 * Measures on real threads what the costs of simulated workers ({@link
 * dev.yardmaster.engine.interleave.SimulatedCosts}) stand for. {@link
 * dev.yardmaster.benchmarks.engine.cost.WorkerCostMeasurement} fits the costs and compares
 * simulated workers with threads; {@link
 * dev.yardmaster.benchmarks.engine.cost.NeighbourMeasurement} measures records that share a cache
 * line.
 */
package dev.yardmaster.benchmarks.engine.cost;
