package dev.yardmaster.processor;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.CompositeAgent;

/**
 * Decides which thread runs each of a pipeline's agents.
 *
 * @param waitingForDisk the agents that wait for the disk; each has its own thread in every layout
 */
record AgentSchedule(
    List<? extends Agent> tuners,
    List<? extends Agent> processors,
    List<? extends Agent> storageWorkers,
    List<? extends Agent> validatorStages,
    List<? extends Agent> waitingForDisk) {

  /**
   * Returns the agents of each thread, in the order of execution. The result does not include the
   * agents that wait for the disk.
   */
  List<List<Agent>> of(ThreadLayout layout) {
    return switch (layout) {
      case SHARED ->
          List.of(joined(tuners, processors, validatorStages, processors, storageWorkers));
      case SPLIT -> List.of(joined(tuners, processors, storageWorkers), joined(validatorStages));
      case SPREAD -> {
        List<List<Agent>> threads = alone(joined(processors, storageWorkers));
        int last = validatorStages.size() - 1;
        if (last > 0 && CoreShares.separatesValidation(processors.size(), storageWorkers.size())) {
          threads.add(joined(validatorStages.subList(0, last)));
          threads.add(joined(validatorStages.subList(last, last + 1)));
        } else {
          threads.add(joined(validatorStages));
        }
        yield threads;
      }
      case DEDICATED -> alone(joined(processors, storageWorkers, validatorStages));
      case AUTO ->
          throw new IllegalArgumentException("a layout for AUTO needs the number of cores");
    };
  }

  /** Assigns each agent to its own thread. The tuners share a thread with the first agent. */
  private List<List<Agent>> alone(List<Agent> agents) {
    List<List<Agent>> threads = new ArrayList<>();
    threads.add(joined(tuners, agents.subList(0, 1)));
    agents.subList(1, agents.size()).forEach(agent -> threads.add(List.of(agent)));
    return threads;
  }

  /**
   * Returns one agent for each thread. An agent for a shared thread combines the agents that share
   * it.
   */
  List<Agent> onThreads(ThreadLayout layout) {
    List<Agent> threads = new ArrayList<>();
    for (List<Agent> together : of(layout)) {
      threads.add(together.size() == 1 ? together.get(0) : composite(together, layout));
    }
    threads.addAll(waitingForDisk);
    return threads;
  }

  @SafeVarargs
  private static List<Agent> joined(List<? extends Agent>... groups) {
    List<Agent> agents = new ArrayList<>();
    for (List<? extends Agent> group : groups) {
      agents.addAll(group);
    }
    return agents;
  }

  private Agent composite(List<Agent> together, ThreadLayout layout) {
    Agent first = processors.get(0);
    String name =
        switch (layout) {
          case SHARED -> "yardmaster";
          case SPLIT ->
              together.contains(first) ? "yardmaster-processing" : "yardmaster-validation";
          case SPREAD -> together.contains(first) ? first.roleName() : "yardmaster-validation";
          case DEDICATED, AUTO -> first.roleName();
        };
    return new CompositeAgent(together) {
      @Override
      public String roleName() {
        return name;
      }
    };
  }
}
