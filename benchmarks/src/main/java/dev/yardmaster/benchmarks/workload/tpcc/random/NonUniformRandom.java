package dev.yardmaster.benchmarks.workload.tpcc.random;

import java.util.SplittableRandom;

/**
 * Draws non-uniform random numbers (clause 2.1.6): NURand(A, x, y) = (((random(0, A) | random(x,
 * y)) + C) % (y - x + 1)) + x. For last names, the constant C of loading and the constant C of
 * running must differ by 65 to 119, but not by 96 or 112 (clause 2.1.6.1).
 */
public final class NonUniformRandom {

  private static final int LAST_NAME_A = 255;
  private static final int CUSTOMER_A = 1023;
  private static final int ITEM_A = 8191;

  /** The constant C for last names at loading; from 0 to 255. */
  public static final int LAST_NAME_LOADING = 157;

  /** The constant C for last names at run time; from 0 to 255. */
  public static final int LAST_NAME_RUNNING = 224;

  private static final int CUSTOMER_C = 259;
  private static final int ITEM_C = 7911;

  private NonUniformRandom() {}

  private static int draw(SplittableRandom random, int a, int c, int least, int most) {
    int mixed = random.nextInt(a + 1) | random.nextInt(least, most + 1);
    return (mixed + c) % (most - least + 1) + least;
  }

  /** Returns a random number of a last name. */
  public static int lastName(SplittableRandom random, int constant, int lastNames) {
    return draw(random, LAST_NAME_A, constant, 0, lastNames - 1);
  }

  /** Returns a random number of a customer. */
  public static int customer(SplittableRandom random, int customers) {
    return draw(random, CUSTOMER_A, CUSTOMER_C, 1, customers);
  }

  /** Returns a random number of an item. */
  public static int item(SplittableRandom random, int items) {
    return draw(random, ITEM_A, ITEM_C, 1, items);
  }
}
