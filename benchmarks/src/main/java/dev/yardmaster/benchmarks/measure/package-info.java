/**
 * One way to measure, for every command and every experiment.
 *
 * <ul>
 *   <li>A {@link dev.yardmaster.benchmarks.measure.Side} is a participant of a comparison, which
 *       runs in rounds: a mode of the pipeline, a protocol of the engine, a server, a way to use a
 *       database.
 *   <li>A {@link dev.yardmaster.benchmarks.measure.Round} is the result of one run of a side:
 *       {@link dev.yardmaster.benchmarks.measure.MetricValues} by {@link
 *       dev.yardmaster.benchmarks.measure.Metric}, and findings, the checks that failed.
 *   <li>A metric has a name, a unit, the value that stands for several repeats, the values that are
 *       better, and a format.
 *   <li>A {@link dev.yardmaster.benchmarks.measure.Comparison} runs sides by a {@link
 *       dev.yardmaster.benchmarks.measure.Plan}: an unmeasured round of each, then repeats in
 *       alternating order. The comparison measures how disturbed each round was ({@link
 *       dev.yardmaster.benchmarks.measure.Disturbance}), runs disturbed rounds again, and returns
 *       {@link dev.yardmaster.benchmarks.measure.Results}.
 *   <li>A ratio is taken within a repeat. A ratio to 0 is undefined, and reported as such.
 *   <li>A {@link dev.yardmaster.benchmarks.measure.Claim} is a bar with a threshold and a verdict,
 *       ours or a paper's, about figures that a {@link dev.yardmaster.benchmarks.measure.MetricRef}
 *       names in {@link dev.yardmaster.benchmarks.measure.Measurements}.
 * </ul>
 *
 * <p>Nothing here is on a hot path, and nothing depends on what is measured. One thread coordinates
 * a comparison; each side manages its own threads.
 */
package dev.yardmaster.benchmarks.measure;
