/**
 * The experiments of the CormCC paper (Tang and Elmore, USENIX ATC 2018). {@code figures.yaml}
 * defines the drawing of the figures and the checked claims. {@link
 * dev.yardmaster.benchmarks.experiment.cormcc.CormccFigures} makes the axes, {@link
 * dev.yardmaster.benchmarks.experiment.cormcc.CormccPoints} makes the points, {@link
 * dev.yardmaster.benchmarks.experiment.cormcc.PhaseRatios} compares the phases of a load that
 * changes, {@link dev.yardmaster.benchmarks.experiment.cormcc.TreeGrid} trains the decision tree of
 * {@code cormcc=tree}, and {@link dev.yardmaster.benchmarks.experiment.cormcc.CormccScale} holds
 * the sizes.
 */
package dev.yardmaster.benchmarks.experiment.cormcc;
