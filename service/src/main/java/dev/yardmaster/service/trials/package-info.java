/**
 * Tunes a running system by trials: runs one setting against another in alternating short
 * intervals, and keeps the one that commits more. The package knows nothing of the settings, and
 * uses nothing but the JDK.
 *
 * <ul>
 *   <li>{@link dev.yardmaster.service.trials.Trials} decides which change is tried when, and keeps
 *       what was better. {@link dev.yardmaster.service.trials.Tunable} is the tuned system: the
 *       choices, the steps between them, and the settings that follow by rule.
 *   <li>{@code Trial} is one comparison, by pairs of intervals. {@code TrialHistory} says how long
 *       to wait before a change is tried again.
 *   <li>{@link dev.yardmaster.service.trials.TrialMetrics} is what the trials read from the system.
 *       {@code Contention} estimates the density of conflicts from it. When the density has
 *       changed, earlier results no longer count, and the best setting known for the new density is
 *       restored.
 *   <li>{@link dev.yardmaster.service.trials.TrialLock} allows one comparison at a time in a
 *       system, including comparisons of other classes.
 * </ul>
 *
 * <p>The package owns no thread: a thread of the system calls the trials periodically. Only the
 * lock is shared.
 */
package dev.yardmaster.service.trials;
