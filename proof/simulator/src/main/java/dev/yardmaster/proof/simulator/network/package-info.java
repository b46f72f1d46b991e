/**
 * A network in memory whose faults come from a seed, and the event loops of both of its ends.
 *
 * <p>{@link dev.yardmaster.proof.simulator.network.SimulatedNetwork} moves bytes between {@code
 * SimulatedChannel}s: late, cut at any byte, several writes at once, and only as fast as they are
 * read. It breaks connections in mid-stream, stalls them, and refuses new ones. A {@link
 * dev.yardmaster.proof.simulator.network.SimulatedLoop} runs one task of its channels in each step.
 * All classes belong to one thread, and take the time from a given clock only.
 */
package dev.yardmaster.proof.simulator.network;
