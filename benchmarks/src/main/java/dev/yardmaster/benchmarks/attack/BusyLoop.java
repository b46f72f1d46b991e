package dev.yardmaster.benchmarks.attack;

/**
 * Uses a processor and sends nothing. The loop shows the delay of a client that is caused only by
 * sharing the processors with attackers. Attackers on another machine would not cause this delay.
 */
final class BusyLoop implements PacedAttack.Lane {

  private static final int SPINS = 1_000_000;

  @Override
  public Reaction act() {
    for (int i = 0; i < SPINS; i++) {
      Thread.onSpinWait();
    }
    return Reaction.ACCEPTED;
  }

  @Override
  public void close() {
    // The busy loop has no resources to close.
  }
}
