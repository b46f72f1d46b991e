/**
 * How a running pipeline tunes itself. The {@link dev.yardmaster.processor.tuning.Tuner} decides by
 * measurement how large and how old batches become, whether storage and the validator reorder, by
 * which algorithm, and whether stale procedures are repaired. The window and the queues before hot
 * keys belong to one processor each and adapt there.
 *
 * <ul>
 *   <li>{@link dev.yardmaster.processor.tuning.Tuning} is one choice of all settings; {@link
 *       dev.yardmaster.processor.tuning.CurrentTuning} is the choice that all agents use at the
 *       moment. The configuration is the upper limit: the tuner only switches off what the
 *       configuration enables, and reduces sizes.
 *   <li>{@link dev.yardmaster.service.trials.Trials} compare two choices and keep the one that
 *       commits more; {@code TuningStep} is one step from a choice to another. {@link
 *       dev.yardmaster.processor.tuning.ValidatorTrialMetrics} is what the trials read from the
 *       pipeline.
 * </ul>
 *
 * <p>The tuner is an agent and runs on the thread of the first processor. Only the tuner writes the
 * current tuning; all agents read it.
 */
package dev.yardmaster.processor.tuning;
