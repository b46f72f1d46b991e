package dev.yardmaster.proof.simulator;

import dev.yardmaster.proof.simulator.network.SimulatedNetwork;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.schedule.Task;

/**
 * The task of the simulation's schedule that runs the network between clients and server. A step
 * moves some bytes, or causes one fault.
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
  public boolean step() {
    return network.step();
  }

  @Override
  public long nextDueNs() {
    long dueNs = network.nextDueNs();
    return dueNs == Long.MAX_VALUE ? dueNs : scheduler.now() - scheduler.elapsedNs() + dueNs;
  }
}
