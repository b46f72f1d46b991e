/**
 * The experiment about several machines. It measures processors and storage that are a network hop
 * away from one validator, a validator in shards, and the predictions of {@code yardmaster plan} in
 * comparison with measurements. {@link
 * dev.yardmaster.benchmarks.experiment.machines.MachinesFigures} creates the points; {@code
 * figures.yaml} states the claims.
 */
package dev.yardmaster.benchmarks.experiment.machines;
