/**
 * Papers' experiments, made again. An experiment is a list of {@link
 * dev.yardmaster.benchmarks.experiment.Figure}s; each says which {@link
 * dev.yardmaster.benchmarks.experiment.Point}s have to be measured, how they are drawn ({@link
 * dev.yardmaster.benchmarks.report.Panel}) and what the paper claims ({@link
 * dev.yardmaster.benchmarks.measure.Claim}); {@link
 * dev.yardmaster.benchmarks.experiment.PaperFigures} puts them together from a file of data and
 * from code that makes the points. {@link dev.yardmaster.benchmarks.experiment.ExperimentRun}
 * measures what was not measured yet. Nothing here knows what a paper is about; that is a package
 * of its own for each.
 */
package dev.yardmaster.benchmarks.experiment;
