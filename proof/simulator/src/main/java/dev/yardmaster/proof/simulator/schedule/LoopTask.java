package dev.yardmaster.proof.simulator.schedule;

import dev.yardmaster.proof.simulator.disk.SimulatedCrash;
import dev.yardmaster.proof.simulator.network.SimulatedLoop;

/**
 * Runs an event loop of a client or of the server in the schedule. A step runs one task of the
 * loop.
 */
public final class LoopTask extends Task {

  private final SimulatedLoop loop;
  private final Scheduler scheduler;

  public LoopTask(String name, Scheduler scheduler) {
    super(name);
    this.scheduler = scheduler;
    loop = new SimulatedLoop(scheduler::elapsedNs, () -> scheduler.isTurnOf(this));
  }

  public SimulatedLoop loop() {
    return loop;
  }

  @Override
  public boolean step() {
    try {
      return loop.step();
    } catch (SimulationFailure | SimulatedCrash end) {
      throw end;
    } catch (Throwable thrown) {
      throw new SimulationFailure(this + " threw " + thrown, thrown);
    }
  }

  @Override
  public long nextDueNs() {
    long dueNs = loop.nextDueNs();
    return dueNs == Long.MAX_VALUE ? dueNs : scheduler.now() - scheduler.elapsedNs() + dueNs;
  }
}
