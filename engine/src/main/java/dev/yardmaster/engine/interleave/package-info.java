/**
 * Simulated workers: there can be more workers than cores, one worker runs at a time, and a seed
 * determines their order. They run the same code as real workers; only the {@link
 * dev.yardmaster.engine.protocol.Pace} differs.
 */
package dev.yardmaster.engine.interleave;
