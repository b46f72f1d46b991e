package dev.yardmaster.benchmarks.engine;

/**
 * The current phase of a round. The thread that times the round sets the phase, and the workers
 * read it.
 */
final class RoundPhase {

  /** The phases of a round, in their order. */
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
