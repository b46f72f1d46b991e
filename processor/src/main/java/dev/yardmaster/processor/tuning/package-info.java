/**
 * Tunes a running pipeline. The {@link dev.yardmaster.processor.tuning.Tuner} decides by
 * measurement about the size and age of batches, about reordering at storage and at the validator,
 * about the reordering algorithm, and about the repair of stale procedures. Each processor has its
 * own window and its own queues for hot keys, and adapts them itself.
 *
 * <ul>
 *   <li>{@link dev.yardmaster.processor.tuning.Tuning} is one combination of the tuned settings;
 *       {@link dev.yardmaster.processor.tuning.CurrentTuning} is the combination that all agents
 *       use at the moment. The configuration is the upper limit: the tuner only switches off
 *       features that the configuration enables, and reduces sizes.
 *   <li>{@link dev.yardmaster.trials.Trials} compare two combinations and keep the combination with
 *       more commits; {@code TuningStep} is one step from a combination to another combination.
 *       {@link dev.yardmaster.processor.tuning.ValidatorTrialMetrics} has the metrics that the
 *       trials read from the pipeline.
 * </ul>
 *
 * <p>The tuner is an agent and runs on the thread of the first processor. Only the tuner writes the
 * current tuning; all agents read it.
 */
package dev.yardmaster.processor.tuning;
