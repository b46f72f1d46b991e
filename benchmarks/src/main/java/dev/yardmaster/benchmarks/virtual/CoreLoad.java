package dev.yardmaster.benchmarks.virtual;

import java.util.List;

/**
 * The share of a recorded interval in which a virtual core had work.
 *
 * @param agents the names of the core's agents
 * @param busy the share, from 0 to 1
 */
public record CoreLoad(List<String> agents, double busy) {

  /** Copies the list. */
  public CoreLoad {
    agents = List.copyOf(agents);
  }
}
