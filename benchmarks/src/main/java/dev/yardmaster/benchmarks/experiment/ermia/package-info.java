/**
 * The experiments of the ERMIA paper (Kim, Wang, Johnson and Pandis, report CSRG-623 of the
 * University of Toronto). {@code figures.yaml} defines how the figures are drawn and which claims
 * are checked, {@link dev.yardmaster.benchmarks.experiment.ermia.ErmiaFigures} makes the axes,
 * {@link dev.yardmaster.benchmarks.experiment.ermia.ErmiaPoints} makes the points, and {@link
 * dev.yardmaster.benchmarks.experiment.ermia.ErmiaScale} holds the sizes.
 */
package dev.yardmaster.benchmarks.experiment.ermia;
