/**
 * Reproduces the experiments of papers. An experiment is a list of {@link
 * dev.yardmaster.benchmarks.experiment.Figure}s. Each figure names the {@link
 * dev.yardmaster.benchmarks.experiment.Point}s to measure, the charts ({@link
 * dev.yardmaster.benchmarks.report.Panel}) and the paper's claims ({@link
 * dev.yardmaster.benchmarks.measure.Claim}). {@link
 * dev.yardmaster.benchmarks.experiment.PaperFigures} builds the figures from a data file and from
 * code that makes the points. {@link dev.yardmaster.benchmarks.experiment.ExperimentRun} measures
 * the points that have no results yet. Each paper has its own package. This package does not depend
 * on the papers' packages.
 */
package dev.yardmaster.benchmarks.experiment;
