package dev.yardmaster.benchmarks.workload.tpce.schema;

/**
 * The price of a security. It rises and falls between 20 and 30 dollars; each security has its own
 * phase. Time is given as a number of steps.
 */
public final class Prices {

  /** The lowest price, in cents. */
  public static final int MIN_CENTS = 2_000;

  /** The highest price, in cents. */
  public static final int MAX_CENTS = 3_000;

  private static final int HALF_PERIOD = MAX_CENTS - MIN_CENTS;
  private static final int PHASE = 619;

  private Prices() {}

  /** Returns the price of a share, in cents. */
  public static int cents(int security, long step) {
    int at = (int) ((step + (long) security * PHASE) % (2 * HALF_PERIOD));
    return at < HALF_PERIOD ? MIN_CENTS + at : MAX_CENTS + HALF_PERIOD - at;
  }
}
