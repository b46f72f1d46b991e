package dev.yardmaster.benchmarks.engine;

/**
 * Counts the commits of one worker in each tick (an interval of fixed length) of a recorded
 * interval whose load changes. Ticks have equal lengths, and each phase of the load has the same
 * number of ticks. An instance is for use by one thread until the round is over.
 */
public final class Ticks {

  /** The number of ticks in each phase. */
  static final int OF_PHASE = 4;

  private final long recordedNs;
  private final long[] committed;

  private Ticks(int phases, long recordedNs) {
    this.recordedNs = recordedNs;
    committed = new long[phases * OF_PHASE];
  }

  /** Returns the ticks of a round; null if its load does not change. */
  public static Ticks of(EngineSetup setup) {
    int phases = setup.workload().phases().size();
    return phases == 0 ? null : new Ticks(phases, setup.recordedNs());
  }

  /**
   * Returns the phase of the load.
   *
   * @param passedNs time since the recorded interval began
   */
  public int phase(long passedNs) {
    return Math.min(tick(passedNs), committed.length - 1) / OF_PHASE;
  }

  /** Counts a commit. A commit after the planned end of the interval is counted in no tick. */
  public void commit(long passedNs) {
    int tick = tick(passedNs);
    if (tick < committed.length) {
      committed[tick]++;
    }
  }

  private int tick(long passedNs) {
    return (int) (Math.max(0, passedNs) * committed.length / recordedNs);
  }

  /** Returns the number of ticks. */
  public int count() {
    return committed.length;
  }

  /** Returns the number of commits in a tick. */
  public long committed(int tick) {
    return committed[tick];
  }
}
