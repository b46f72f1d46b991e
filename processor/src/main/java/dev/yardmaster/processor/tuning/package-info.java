/**
 * Tunes a running pipeline. The {@link dev.yardmaster.processor.tuning.Tuner} determines, by
 * trials, the size and age of batches, the reordering at storage and at the validator, the solver,
 * and the repair of stale procedures. Each processor adapts its own window and its own queues for
 * hot keys.
 *
 * <ul>
 *   <li>A {@link dev.yardmaster.processor.tuning.Tuning} is one combination of the tuned settings;
 *       {@link dev.yardmaster.processor.tuning.CurrentTuning} holds the combination that all agents
 *       currently use. The configuration is the upper limit: the tuner only switches off features
 *       that the configuration enables, and reduces sizes.
 *   <li>{@link dev.yardmaster.trials.Trials} compare two combinations and keep the one with more
 *       commits; a {@code TuningStep} changes one setting and thus yields another combination.
 *       {@link dev.yardmaster.processor.tuning.ValidatorTrialMetrics} contains the metrics that the
 *       trials read from the pipeline.
 * </ul>
 *
 * <p>The tuner is an agent and runs on the thread of the first processor. Only the tuner writes the
 * current tuning; all agents read it.
 */
package dev.yardmaster.processor.tuning;
