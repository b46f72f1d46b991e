/**
 * The experiments of the ROCC paper (Wang and others, ICDE 2018). {@code figures.yaml} defines the
 * drawing of the figures and the checked claims. {@link
 * dev.yardmaster.benchmarks.experiment.rocc.RoccFigures} makes the axes, {@code RoccPoints} makes
 * the points, and {@link dev.yardmaster.benchmarks.experiment.rocc.RoccScale} holds the sizes.
 */
package dev.yardmaster.benchmarks.experiment.rocc;
