package dev.yardmaster.benchmarks.attack;

/**
 * Uses a processor and sends nothing. It shows how much the attackers' use of the processors alone
 * delays the client, which on a machine of their own they would not do.
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
    // There is nothing to close.
  }
}
