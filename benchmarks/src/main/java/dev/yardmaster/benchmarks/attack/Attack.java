package dev.yardmaster.benchmarks.attack;

/**
 * A running attack on a server. The attack's own threads run until the attack is closed. One other
 * thread starts the attack, closes the attack and reads the counts.
 */
public interface Attack extends AutoCloseable {

  /**
   * Returns the counts of the acts so far. Examples of acts are opened connections and sent frames.
   *
   * @throws dev.yardmaster.benchmarks.workload.WorkloadFailure if a thread or the process of the
   *     attack has ended
   */
  AttackCounts counts();

  /** Ends the attack and closes its connections. */
  @Override
  void close();
}
