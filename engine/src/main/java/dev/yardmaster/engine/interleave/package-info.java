/**
 * Simulated workers: more of them than there are cores, one running at a time, in an order that a
 * seed decides. What they run is the engine's own code; only its {@link
 * dev.yardmaster.engine.protocol.Pace} is another.
 */
package dev.yardmaster.engine.interleave;
