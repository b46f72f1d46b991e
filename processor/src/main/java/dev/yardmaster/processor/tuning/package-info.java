/**
 * How a running pipeline sets itself: the {@link dev.yardmaster.processor.tuning.Tuner} decides
 * from what it measures how large batches are and how old they become, whether storage and the
 * validator reorder, by which algorithm, and whether stale procedures are repaired. The window and
 * the lines before hot keys, which belong to one processor each, are fitted there.
 *
 * <ul>
 *   <li>{@link dev.yardmaster.processor.tuning.Tuning} is one choice of all settings, {@link
 *       dev.yardmaster.processor.tuning.CurrentTuning} the one that all agents go by now. The
 *       configuration says what is allowed: the tuner only switches off what is on there, and makes
 *       smaller.
 *   <li>{@link dev.yardmaster.service.trials.Trials} compare two choices, and keep what commits
 *       more; {@code TuningStep} is one step from a choice to another. {@link
 *       dev.yardmaster.processor.tuning.ValidatorTrialMetrics} is what they see of the pipeline.
 * </ul>
 *
 * <p>The tuner is an agent of its own and runs on the thread of the first processor. It alone
 * writes the tuning in force; all agents read it.
 */
package dev.yardmaster.processor.tuning;
