package dev.yardmaster.engine.protocol;

/** The current attempt of a transaction. Reused; owned by one worker. */
public final class Attempt {

  private long age;
  private int restarts;

  /** Creates an attempt without a transaction. */
  public Attempt() {}

  /**
   * Begins the first attempt of a transaction.
   *
   * @param firstAge unique among transactions, and rises with time; 0 or more
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
   * Returns the age, which is unique among transactions; a lower age is older. A transaction keeps
   * its age over restarts. 0 if the protocol does not use ages.
   */
  public long age() {
    return age;
  }

  /** Returns the number of restarts. */
  public int restarts() {
    return restarts;
  }
}
