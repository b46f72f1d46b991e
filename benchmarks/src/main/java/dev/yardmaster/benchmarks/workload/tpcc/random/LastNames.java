package dev.yardmaster.benchmarks.workload.tpcc.random;

import java.nio.charset.StandardCharsets;

/**
 * The last names of customers, each composed of syllables for the digits of a number (clause
 * 4.3.2.3).
 */
public final class LastNames {

  /** The number of different last names. */
  public static final int COUNT = 1000;

  private static final String[] SYLLABLES = {
    "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
  };

  private LastNames() {}

  /** Returns the last name for a number from 0 to 999. */
  public static byte[] of(int number) {
    String name = SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
    return name.getBytes(StandardCharsets.US_ASCII);
  }
}
