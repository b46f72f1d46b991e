/**
 * Stress tests of the state that two threads share, as listed in docs/synchronization.md. jcstress
 * runs each class with {@code @JCStressTest} millions of times and grades the results of its
 * actors.
 *
 * <p>Tests of package-private classes are in the package of the tested class. {@link
 * dev.yardmaster.stress.broken} holds deliberate bugs that a run must find.
 */
package dev.yardmaster.stress;
