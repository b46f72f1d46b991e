/**
 * Simulated workers: more workers than cores, one running at a time, in an order that a seed
 * determines. They run the engine's own code; only the {@link dev.yardmaster.engine.protocol.Pace}
 * differs.
 */
package dev.yardmaster.engine.interleave;
