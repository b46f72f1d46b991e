package dev.yardmaster.benchmarks.engine;

/** Where a round stands; set by whoever times it, read by its workers. */
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
