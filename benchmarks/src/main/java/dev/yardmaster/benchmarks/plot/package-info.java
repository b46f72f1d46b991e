/**
 * Charts of the figures in JSON reports: {@link dev.yardmaster.benchmarks.plot.FigureFile} reads
 * the files, and {@link dev.yardmaster.benchmarks.plot.Plot} puts several files into one chart.
 * {@link dev.yardmaster.benchmarks.report.Report} draws the charts.
 */
package dev.yardmaster.benchmarks.plot;
