package dev.yardmaster.benchmarks.engine;

/** The phase of a round; set by the thread that times the round, read by its workers. */
final class RoundPhase {

  /** The phases, in order. */
  enum Phase {
    WARMING_UP,
    RECORDING,
    OVER
  }

  private volatile Phase phase = Phase.WARMING_UP;

  Phase get() {
    return phase;
  }

  void set(Phase next) {
    phase = next;
  }
}
