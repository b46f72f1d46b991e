/**
 * Sets a running system by trying: one setting against another in short intervals in turns, and
 * what commits more stays. It knows nothing of what it sets, and uses nothing but the JDK.
 *
 * <ul>
 *   <li>{@link dev.yardmaster.service.trials.Trials} decides what is tried when, and keeps what was
 *       better. {@link dev.yardmaster.service.trials.Tunable} is what it sets: the choices, the
 *       steps between them, and what of them is set by rule.
 *   <li>{@code Trial} is one comparison, by pairs of intervals. {@code TrialHistory} says how long
 *       a change that was tried rests.
 *   <li>{@link dev.yardmaster.service.trials.TrialMetrics} is what is seen of the system. {@code
 *       Contention} watches in it how dense conflicts are: where that has changed, what was found
 *       out before counts no more, and what was best where it was like this is taken up again.
 *   <li>{@link dev.yardmaster.service.trials.TrialLock} sees to it that one comparison at a time
 *       goes on in a system, those of others included.
 * </ul>
 *
 * <p>No thread is owned here: one thread of the system looks now and then. Only the turn is shared.
 */
package dev.yardmaster.service.trials;
