/**
 * The experiments of the ROCC paper (Wang and others, ICDE 2018). {@code figures.yaml} says what is
 * drawn and claimed, {@link dev.yardmaster.benchmarks.experiment.rocc.RoccFigures} over which
 * points, {@code RoccPoints} what runs, {@link dev.yardmaster.benchmarks.experiment.rocc.RoccScale}
 * how large.
 */
package dev.yardmaster.benchmarks.experiment.rocc;
