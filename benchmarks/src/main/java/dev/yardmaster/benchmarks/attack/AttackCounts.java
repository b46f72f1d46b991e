package dev.yardmaster.benchmarks.attack;

/**
 * The numbers of acts of an attack, by the server's reaction, since the start of the attack or
 * between two moments.
 *
 * @param accepted acts that the server accepted, for example a connection that stays open
 * @param refused acts that the server refused as its documented limits require
 * @param failed acts with any other result, for example a connection that could not be opened
 */
public record AttackCounts(long accepted, long refused, long failed) {

  /** Returns the number of acts with an expected reaction. */
  public long acts() {
    return accepted + refused;
  }

  AttackCounts since(AttackCounts earlier) {
    return new AttackCounts(
        accepted - earlier.accepted, refused - earlier.refused, failed - earlier.failed);
  }
}
