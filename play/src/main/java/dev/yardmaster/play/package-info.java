/**
 * Interactive demonstrations of Yardmaster: the prompt of {@code ./yardmaster play}, and the
 * programs of {@code ./yardmaster demo}.
 */
package dev.yardmaster.play;
