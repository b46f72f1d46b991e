/**
 * A network in memory, with faults drawn from a seed, and the event loops of the two ends.
 *
 * <p>{@link dev.yardmaster.proof.simulator.network.SimulatedNetwork} moves bytes between {@code
 * SimulatedChannel}s. Bytes may arrive late, may be cut at any position, and may arrive together
 * with bytes of other writes. Bytes arrive no faster than the receiver reads. The network breaks
 * connections between two bytes, stalls connections, and refuses new connections. A {@link
 * dev.yardmaster.proof.simulator.network.SimulatedLoop} runs one task of its channels in each step.
 * Only one thread may use the instances. The only clock that they use is a parameter.
 */
package dev.yardmaster.proof.simulator.network;
