/**
 * A network in memory whose faults come from a seed, and the event loops of both of its ends.
 *
 * <p>{@link dev.yardmaster.proof.simulator.network.SimulatedNetwork} moves bytes between {@code
 * SimulatedChannel}s: late, cut at any byte, several writes at once, only as fast as they are read;
 * it breaks connections in mid-stream, lets them fall silent, and refuses new ones. A {@link
 * dev.yardmaster.proof.simulator.network.SimulatedLoop} runs one task of its channels at a time,
 * when it is told to. Everything here belongs to one thread, and knows the time only by what it is
 * handed.
 */
package dev.yardmaster.proof.simulator.network;
