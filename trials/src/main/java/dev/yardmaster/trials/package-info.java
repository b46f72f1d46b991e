/**
 * Tunes a running system by trials. A trial runs two settings in alternating short intervals, and
 * keeps the setting that commits more transactions. The package does not depend on the meaning of
 * the settings, and uses only the JDK.
 *
 * <ul>
 *   <li>{@link dev.yardmaster.trials.Trials} decides when to try which change, and keeps a change
 *       that is better. {@link dev.yardmaster.trials.Tunable} is the tuned system. A {@code
 *       Tunable} defines the combinations of settings, the steps between the combinations, and the
 *       values that are computed instead of tried.
 *   <li>A {@code Trial} is one comparison of two settings by pairs of intervals. {@code
 *       TrialHistory} determines how long a change is not tried again.
 *   <li>{@link dev.yardmaster.trials.TrialMetrics} contains the metrics that the trials read from
 *       the system. {@code Contention} estimates the density of conflicts from these metrics. When
 *       the density has changed, earlier results no longer apply, and the trials restore the best
 *       known setting for the new density.
 *   <li>{@link dev.yardmaster.trials.TrialLock} ensures that only one trial runs at a time in a
 *       system. Other classes that compare settings must hold this lock too.
 * </ul>
 *
 * <p>The package owns no thread, because a thread of the system calls the trials periodically. Only
 * the lock is shared between threads.
 */
package dev.yardmaster.trials;
