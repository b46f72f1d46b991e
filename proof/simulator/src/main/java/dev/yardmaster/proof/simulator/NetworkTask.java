package dev.yardmaster.proof.simulator;

import dev.yardmaster.proof.simulator.network.SimulatedNetwork;

/**
 * Runs the network between clients and server in the schedule; a step moves some bytes, or causes
 * one fault.
 */
final class NetworkTask extends Task {

  private final SimulatedNetwork network;
  private final Scheduler scheduler;

  NetworkTask(SimulatedNetwork network, Scheduler scheduler) {
    super("network");
    this.network = network;
    this.scheduler = scheduler;
  }

  @Override
  boolean step() {
    return network.step();
  }

  @Override
  long nextDueNs() {
    long dueNs = network.nextDueNs();
    return dueNs == Long.MAX_VALUE ? dueNs : scheduler.now() - scheduler.elapsedNs() + dueNs;
  }
}
