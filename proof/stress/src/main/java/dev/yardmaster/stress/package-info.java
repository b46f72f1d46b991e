/**
 * Stress tests of what two threads touch, as docs/synchronization.md lists it; jcstress runs each
 * class with {@code @JCStressTest} millions of times and grades what its actors saw.
 *
 * <p>Tests of package-private classes are in the package of what they test. {@link
 * dev.yardmaster.stress.broken} holds deliberate bugs that a run must find.
 */
package dev.yardmaster.stress;
