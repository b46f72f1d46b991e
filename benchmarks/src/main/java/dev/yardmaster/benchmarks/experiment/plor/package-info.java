/**
 * The experiments of the PLOR paper (Chen and others, SIGMOD 2022). {@code figures.yaml} defines
 * the drawing of the figures and the checked claims. {@link
 * dev.yardmaster.benchmarks.experiment.plor.PlorFigures} makes the axes, {@code PlorPoints} makes
 * the points, and {@link dev.yardmaster.benchmarks.experiment.plor.PlorScale} holds the sizes.
 */
package dev.yardmaster.benchmarks.experiment.plor;
