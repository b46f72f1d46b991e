package dev.yardmaster.engine.protocol;

/** Which try of a transaction it is. Reused; owned by one worker. */
public final class Attempt {

  private long age;
  private int restarts;

  /** No attempt yet. */
  public Attempt() {}

  /**
   * A transaction begins.
   *
   * @param firstAge tells it from all others and rises with time; 0 or more
   */
  public void first(long firstAge) {
    age = firstAge;
    restarts = 0;
  }

  /** It is tried again, with its age. */
  public void again() {
    restarts++;
  }

  /**
   * Tells it from all others; a lower one is older. A transaction keeps it over its restarts. 0 if
   * the protocol does not use ages.
   */
  public long age() {
    return age;
  }

  /** How often it was aborted and tried again. */
  public int restarts() {
    return restarts;
  }
}
