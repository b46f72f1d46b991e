/**
 * The model that the measurements of all commands and experiments share.
 *
 * <ul>
 *   <li>A {@link dev.yardmaster.benchmarks.measure.Side} is one of the compared variants: a mode of
 *       the pipeline, a protocol of the engine, a server, or a way to use a database. A side runs
 *       in rounds.
 *   <li>A {@link dev.yardmaster.benchmarks.measure.Round} is the result of one run of a side:
 *       {@link dev.yardmaster.benchmarks.measure.MetricValues} by {@link
 *       dev.yardmaster.benchmarks.measure.Metric}, and findings, which describe the checks that
 *       failed.
 *   <li>A metric has a name, a unit, a rule for the value of several repeats, a direction of better
 *       values, and a format.
 *   <li>A {@link dev.yardmaster.benchmarks.measure.Comparison} runs sides by a {@link
 *       dev.yardmaster.benchmarks.measure.Plan}: an unmeasured round of each side, and then repeats
 *       in alternating order. The comparison measures the disturbance of each round by other
 *       processes ({@link dev.yardmaster.benchmarks.measure.Disturbance}), runs disturbed rounds
 *       again, and returns {@link dev.yardmaster.benchmarks.measure.Results}.
 *   <li>A ratio is computed separately in each repeat. A ratio whose denominator is 0 is undefined,
 *       and reports show it as undefined.
 *   <li>A {@link dev.yardmaster.benchmarks.measure.Claim} states a bar: a threshold that a ratio
 *       must reach. The bar comes from this project or from a paper. In a claim, a {@link
 *       dev.yardmaster.benchmarks.measure.MetricRef} names a figure of the {@link
 *       dev.yardmaster.benchmarks.measure.Measurements}.
 * </ul>
 *
 * <p>No code of this package is on a hot path, and no code depends on the kind of service that is
 * measured. One thread coordinates a comparison. Each side manages its own threads.
 */
package dev.yardmaster.benchmarks.measure;
