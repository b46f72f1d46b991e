/**
 * Papers' experiments, made again. An experiment is a list of {@link
 * dev.yardmaster.benchmarks.experiment.Figure}s; each says which {@link
 * dev.yardmaster.benchmarks.experiment.Point}s have to be measured, how they are drawn ({@link
 * dev.yardmaster.benchmarks.experiment.Panel}) and what the paper claims ({@link
 * dev.yardmaster.benchmarks.experiment.Claim}). {@link
 * dev.yardmaster.benchmarks.experiment.ExperimentRun} measures what was not measured yet. Nothing
 * here knows what a paper is about; that is a package of its own for each.
 */
package dev.yardmaster.benchmarks.experiment;
