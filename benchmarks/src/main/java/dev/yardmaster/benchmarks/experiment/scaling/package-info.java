/**
 * The experiment that shows how throughput grows with callers and cores. {@code figures.yaml}
 * defines the drawing of the figures and the checked claims. {@link
 * dev.yardmaster.benchmarks.experiment.scaling.ScalingFigures} makes the axes and points, and
 * {@link dev.yardmaster.benchmarks.experiment.scaling.ScalingSizes} holds the sizes. {@link
 * dev.yardmaster.benchmarks.experiment.scaling.LambdaPoint} measures lambdas: caller threads run
 * the transactions, and the coordinating thread sets the phase of their round.
 */
package dev.yardmaster.benchmarks.experiment.scaling;
