package dev.yardmaster.benchmarks.plan;

/**
 * A part of a planned cluster.
 *
 * @param threads number of threads that run agents of the part
 * @param busy mean share of the time in which such a thread has work
 * @param rate the rate at which transactions ended in the run, in transactions per second
 */
public record PlannedPart(Kind kind, int threads, double busy, double rate) {

  /** The parts of a pipeline, and the kind of machine on which each runs. */
  public enum Kind {
    PROCESSORS("processors", "processor", true),
    STORAGE("storage", "storage", true),
    INTAKE("intake of the validator", "preparer", false),
    REORDERING("reordering", "reorder", false),
    FINAL_VALIDATION("final validation", "validator", false);

    private final String text;
    private final String agent;
    private final boolean several;

    Kind(String text, String agent, boolean several) {
      this.text = text;
      this.agent = agent;
      this.several = several;
    }

    /** Returns the name in reports. */
    public String text() {
      return text;
    }

    boolean runs(String agentName) {
      return agentName.startsWith(agent);
    }

    /** Returns whether the part may run on several machines. */
    boolean isSpread() {
      return several;
    }
  }

  /**
   * Returns the rate at which the part is full, in transactions per second. It is a straight line
   * through the simulated load; larger batches at a higher load let it be higher.
   */
  public double fullAt() {
    return rate / busy;
  }
}
