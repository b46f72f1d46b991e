/**
 * One way to measure, for every command and every experiment.
 *
 * <ul>
 *   <li>A {@link dev.yardmaster.benchmarks.measure.Side} is whatever runs in rounds beside others:
 *       a mode of the pipeline, a protocol of the engine, a server, a way to use a database.
 *   <li>A {@link dev.yardmaster.benchmarks.measure.Round} is what a side came to once: {@link
 *       dev.yardmaster.benchmarks.measure.MetricValues} by {@link
 *       dev.yardmaster.benchmarks.measure.Metric}, and what was not as it must be.
 *   <li>A metric says its name, its unit, which value stands for several repeats, which values are
 *       better, and how it is written.
 *   <li>A {@link dev.yardmaster.benchmarks.measure.Comparison} runs sides by a {@link
 *       dev.yardmaster.benchmarks.measure.Plan}: an unmeasured round of each, then repeats in
 *       alternating order. It notes how disturbed each round was ({@link
 *       dev.yardmaster.benchmarks.measure.Disturbance}) and runs disturbed ones again. It gives
 *       {@link dev.yardmaster.benchmarks.measure.Results}.
 *   <li>A ratio is taken within a repeat. What is over 0 is undefined, and told as such.
 *   <li>A {@link dev.yardmaster.benchmarks.measure.Claim} is a bar with a threshold and a verdict,
 *       ours or a paper's, about figures that a {@link dev.yardmaster.benchmarks.measure.MetricRef}
 *       names in {@link dev.yardmaster.benchmarks.measure.Measurements}.
 * </ul>
 *
 * <p>Nothing here is on a hot path, and nothing knows what is measured. One thread coordinates a
 * comparison; what threads a side has is its own.
 */
package dev.yardmaster.benchmarks.measure;
