package dev.yardmaster.benchmarks.plan;

import java.util.List;
import java.util.Set;

/**
 * A part of a planned cluster: the agents of one or several kinds that share threads.
 *
 * @param kinds the kinds of agents, in the order of {@link Kind}
 * @param threads number of threads that run agents of the part
 * @param busy mean share of the time in which such a thread has work
 * @param rate the rate at which transactions ended in the run, in transactions per second
 */
public record PlannedPart(List<Kind> kinds, int threads, double busy, double rate) {

  private static final Set<Kind> DATA = Set.of(Kind.PROCESSORS, Kind.STORAGE);

  /** The kinds of agents of a pipeline. */
  public enum Kind {
    PROCESSORS("processors", "processor"),
    STORAGE("storage", "storage"),
    INTAKE("intake of the validator", "preparer"),
    REORDERING("reordering", "reorder"),
    FINAL_VALIDATION("final validation", "validator");

    private final String text;
    private final String agent;

    Kind(String text, String agent) {
      this.text = text;
      this.agent = agent;
    }

    /** Returns the kind of an agent. */
    static Kind of(String agentName) {
      for (Kind kind : values()) {
        if (agentName.startsWith(kind.agent)) {
          return kind;
        }
      }
      throw new IllegalArgumentException("no kind of agent has the name " + agentName);
    }
  }

  /** Copies the list. */
  public PlannedPart {
    kinds = List.copyOf(kinds);
  }

  /** Returns the name in reports. */
  public String text() {
    if (kinds.size() == Kind.values().length) {
      return "all parts";
    }
    if (kinds.size() == Kind.values().length - DATA.size()) {
      return "validator";
    }
    return String.join(" and ", kinds.stream().map(kind -> kind.text).toList());
  }

  static boolean isData(Kind kind) {
    return DATA.contains(kind);
  }

  /**
   * Returns whether the part may run on several machines, because it has no stage of the validator.
   */
  boolean isData() {
    return DATA.containsAll(kinds);
  }

  /**
   * Returns whether the part can have more threads. It can if its agents are of one kind other than
   * the final validation; the final validation orders all transactions, and so has one thread.
   */
  boolean canGrow() {
    return kinds.size() == 1 && !kinds.contains(Kind.FINAL_VALIDATION);
  }

  /**
   * Returns the rate at which the threads of the part would have work all the time, in transactions
   * per second; infinity if they had no work. The rate is extrapolated linearly from the simulated
   * load. At a higher load, batches are larger and the work for each transaction is less, so the
   * real rate is higher.
   */
  public double fullAt() {
    return busy == 0 ? Double.POSITIVE_INFINITY : rate / busy;
  }
}
