package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.processor.ThreadLayout;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Cores under virtual time, each with agents that it runs in turn and a clock of its own, all
 * simulated by one thread. The core that is furthest behind goes on, with one duty cycle; what is
 * done in it moves its clock on by what that costs ({@link PipelineCosts}). Everything is decided
 * by the times, and by the cores' order where they are equal, so equal runs give equal figures.
 *
 * <p>Messages are seen in the order of time ({@link VirtualLink}). What agents share without
 * messages, the watermark and the table that pre-validation looks into, may show a state that is
 * newer by up to the length of another core's duty cycle.
 */
final class VirtualCores implements NanoClock, Meter, MeteredProcedure.RunMeter {

  /** What happens at times of its own and is no agent's. */
  interface Events {

    /** When the next one happens; infinity for never. */
    double nextNs();

    /** Lets it happen. */
    void happen();
  }

  private final List<VirtualCore> cores = new ArrayList<>();
  private final double[] costsNs = new double[Chore.values().length];
  private final double handOverNs;
  private Events events;
  private VirtualCore current;
  private MeteredAgent running;
  private double outsideNs;

  /** No cores yet. */
  VirtualCores(PipelineCosts costs) {
    for (Chore chore : Chore.values()) {
      costsNs[chore.ordinal()] = costs.ns(chore);
    }
    handOverNs = costs.handOverNs();
  }

  /** Gives agents to cores as a pipeline gives them to threads. */
  void run(List<Agent> agents, ThreadLayout layout) {
    switch (layout) {
      case SHARED -> shared(agents);
      case SPLIT -> split(agents);
      case DEDICATED -> agents.forEach(agent -> add(List.of(agent)));
      case AUTO -> throw new IllegalArgumentException("how many cores there are is to be said");
    }
  }

  private void shared(List<Agent> agents) {
    List<Agent> all = new ArrayList<>(of(agents, false, true, false));
    all.addAll(of(agents, true, false, false));
    all.addAll(of(agents, false, true, false));
    all.addAll(of(agents, false, false, true));
    add(all);
  }

  private void split(List<Agent> agents) {
    add(of(agents, false, true, true));
    add(of(agents, true, false, false));
  }

  /** The agents of the validator, the coordinators, the rest, in the order in which they stand. */
  private static List<Agent> of(
      List<Agent> agents, boolean validator, boolean coordinators, boolean rest) {
    return agents.stream()
        .filter(
            agent ->
                switch (MeteredAgent.roleOf(agent.roleName())) {
                  case PREPARER, REORDERER, VALIDATOR -> validator;
                  case COORDINATOR -> coordinators;
                  case STORAGE, OTHER -> rest;
                })
        .toList();
  }

  private void add(List<Agent> agents) {
    VirtualCore core = new VirtualCore(cores.size());
    core.nowNs = outsideNs;
    agents.forEach(agent -> core.agents.add(new MeteredAgent(agent, this)));
    cores.add(core);
  }

  /** Lets something happen besides the agents' work. */
  void with(Events happening) {
    events = happening;
  }

  /** How long a message takes from core to core, in ns. */
  double handOverNs() {
    return handOverNs;
  }

  /** The core whose duty cycle goes on; null between them. */
  VirtualCore current() {
    return current;
  }

  int currentIndex() {
    return current == null ? -1 : current.index;
  }

  VirtualCore core(int index) {
    return cores.get(index);
  }

  int count() {
    return cores.size();
  }

  /** The time of whoever asks, in ns, with all that it has done so far. */
  double settledNs() {
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
  public void did(Chore chore, long times) {
    if (current != null) {
      current.nowNs += costsNs[chore.ordinal()] * times;
    }
  }

  @Override
  public void begun() {
    did(Chore.RUN, 1);
  }

  @Override
  public void executed() {
    if (running != null && running.role() == MeteredAgent.Role.VALIDATOR) {
      did(Chore.REPAIR, 1);
    }
  }

  /** Wakes whoever has nothing to do, since something came up that no message tells of. */
  void wakeAll() {
    for (VirtualCore core : cores) {
      core.wake(outsideNs);
    }
  }

  /** Lets the core that is furthest behind go on, or the next event happen; gives that time. */
  double step() {
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
    }
  }
}
