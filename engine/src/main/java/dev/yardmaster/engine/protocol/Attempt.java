package dev.yardmaster.engine.protocol;

/** The current attempt of a transaction. The object is reused, and one worker owns it. */
public final class Attempt {

  private long age;
  private int restarts;

  /** Creates an attempt without a transaction. */
  public Attempt() {}

  /**
   * Begins the first attempt of a transaction.
   *
   * @param firstAge the age of the transaction, 0 or more. Ages are unique among transactions and
   *     rise with time
   */
  public void first(long firstAge) {
    age = firstAge;
    restarts = 0;
  }

  /** Begins the next attempt of the transaction, which keeps its age. */
  public void again() {
    restarts++;
  }

  /**
   * Returns the age, or 0 if the protocol does not use ages. Ages are unique among transactions,
   * and an older transaction has a lower age. A transaction keeps its age when it restarts.
   */
  public long age() {
    return age;
  }

  /** Returns the number of restarts. */
  public int restarts() {
    return restarts;
  }
}
