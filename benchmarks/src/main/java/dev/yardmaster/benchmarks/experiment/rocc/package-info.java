/**
 * The experiments of the ROCC paper (Wang and others, ICDE 2018). {@link
 * dev.yardmaster.benchmarks.experiment.rocc.RoccFigures} says what is drawn and claimed, {@code
 * RoccPoints} what runs, {@link dev.yardmaster.benchmarks.experiment.rocc.RoccScale} how large.
 */
package dev.yardmaster.benchmarks.experiment.rocc;
