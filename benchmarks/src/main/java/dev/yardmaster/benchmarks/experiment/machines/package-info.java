/**
 * The experiment about several machines: processors and storage a network hop away from one
 * validator, the same validator in shards, and the predictions of {@code yardmaster plan} next to
 * measurements. {@link dev.yardmaster.benchmarks.experiment.machines.MachinesFigures} creates the
 * points; {@code figures.yaml} states the claims.
 */
package dev.yardmaster.benchmarks.experiment.machines;
