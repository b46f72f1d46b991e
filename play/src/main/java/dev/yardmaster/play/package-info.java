/**
 * What shows Yardmaster at work: the prompt of {@code ./yardmaster play}, and the demonstrations of
 * {@code ./yardmaster demo}.
 */
package dev.yardmaster.play;
