package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.benchmarks.virtual.meter.MeteredAgent;
import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;
import dev.yardmaster.reorder.Solver;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Cores under virtual time, all simulated by one thread. Each core runs its agents in turn and has
 * its own clock. The core with the earliest time runs next, for one duty cycle. The cost of the
 * duty cycle's operations ({@link PipelineCosts}) advances the core's clock. If two cores have the
 * same time, the core with the lower number runs first, so equal runs give equal results.
 *
 * <p>Messages arrive in the order of their times ({@link VirtualLink}). Agents also share state
 * without messages: the watermark and the version table for pre-validation. An agent may therefore
 * read a state from after its core's time: later by at most the length of another core's duty
 * cycle.
 */
public final class VirtualCores implements NanoClock, Cores {

  private final List<VirtualCore> cores = new ArrayList<>();
  private final double[] costsNs = new double[PipelineOperation.values().length];
  private final double handOverNs;
  private OutsideEvents events;
  private VirtualCore current;
  private MeteredAgent running;
  private double outsideNs;

  /** Creates a machine without cores. */
  public VirtualCores(PipelineCosts costs) {
    for (PipelineOperation operation : PipelineOperation.values()) {
      costsNs[operation.ordinal()] = costs.ns(operation);
    }
    handOverNs = costs.handOverNs();
  }

  /** Assigns agents to cores as a pipeline assigns them to threads. */
  public void run(List<List<Agent>> schedule, Solver solver) {
    schedule.forEach(together -> add(together, solver));
  }

  private void add(List<Agent> agents, Solver solver) {
    VirtualCore core = new VirtualCore(cores.size());
    core.nowNs = outsideNs;
    agents.forEach(agent -> core.agents.add(new MeteredAgent(agent, solver, this)));
    cores.add(core);
  }

  @Override
  public void with(OutsideEvents happening) {
    events = happening;
  }

  /** Returns the time of a message between cores, in ns. */
  public double handOverNs() {
    return handOverNs;
  }

  /** Returns the core whose duty cycle is running; null between duty cycles. */
  VirtualCore current() {
    return current;
  }

  int currentIndex() {
    return current == null ? -1 : current.index;
  }

  VirtualCore core(int index) {
    return cores.get(index);
  }

  /**
   * Returns the time, in ns, that a core has spent in duty cycles with work.
   *
   * @param index number of the core, in the order of the schedule
   */
  public double busyNs(int index) {
    return cores.get(index).busyNs;
  }

  /** Returns the number of cores. */
  public int count() {
    return cores.size();
  }

  @Override
  public double settledNs() {
    if (current == null) {
      return outsideNs;
    }
    running.settle();
    return current.nowNs;
  }

  @Override
  public long nanoTime() {
    return (long) settledNs();
  }

  @Override
  public void did(PipelineOperation operation, long times) {
    if (current != null) {
      current.nowNs += costsNs[operation.ordinal()] * times;
    }
  }

  @Override
  public MeteredAgent running() {
    return running;
  }

  @Override
  public void wakeAll() {
    for (VirtualCore core : cores) {
      core.wake(outsideNs);
    }
  }

  /** Runs the core with the earliest time, or the next event. Returns the time of this step. */
  @Override
  public double step() {
    VirtualCore next = cores.get(0);
    for (int i = 1; i < cores.size(); i++) {
      if (cores.get(i).nowNs < next.nowNs) {
        next = cores.get(i);
      }
    }
    if (events != null && events.nextNs() <= next.nowNs) {
      outsideNs = events.nextNs();
      events.happen();
      return outsideNs;
    }
    double beganNs = next.nowNs;
    outsideNs = beganNs;
    run(next);
    return beganNs;
  }

  private void run(VirtualCore core) {
    current = core;
    double beganNs = core.nowNs;
    core.begin();
    int work = 0;
    try {
      for (int i = 0; i < core.agents.size(); i++) {
        running = core.agents.get(i);
        work += running.run();
      }
    } catch (Exception e) {
      throw new IllegalStateException("an agent failed under virtual time", e);
    } finally {
      current = null;
      running = null;
    }
    if (work == 0) {
      core.idle();
    } else {
      core.busyNs += core.nowNs - beganNs;
    }
  }
}
