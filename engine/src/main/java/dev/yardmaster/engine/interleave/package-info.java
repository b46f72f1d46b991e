/**
 * Simulated workers. One worker runs at a time, and a seed determines the order, so there can be
 * more workers than cores. Simulated workers run the same code as real workers; only the {@link
 * dev.yardmaster.engine.protocol.Pace} differs.
 */
package dev.yardmaster.engine.interleave;
