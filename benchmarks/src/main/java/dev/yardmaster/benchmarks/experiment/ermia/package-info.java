/**
 * The experiments of the ERMIA paper (Kim, Wang, Johnson and Pandis, report CSRG-623 of the
 * University of Toronto). {@code figures.yaml} defines the drawing of the figures and the checked
 * claims. {@link dev.yardmaster.benchmarks.experiment.ermia.ErmiaFigures} makes the axes, {@link
 * dev.yardmaster.benchmarks.experiment.ermia.ErmiaPoints} makes the points, and {@link
 * dev.yardmaster.benchmarks.experiment.ermia.ErmiaScale} holds the sizes.
 */
package dev.yardmaster.benchmarks.experiment.ermia;
