package dev.yardmaster.benchmarks.workload.tpcc;

import java.nio.charset.StandardCharsets;

/** Last names of customers, which are numbers in syllables (clause 4.3.2.3). */
final class LastNames {

  /** How many there are. */
  static final int COUNT = 1000;

  private static final String[] SYLLABLES = {
    "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
  };

  private LastNames() {}

  /** The name of a number, 0 to 999. */
  static byte[] of(int number) {
    String name = SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
    return name.getBytes(StandardCharsets.US_ASCII);
  }
}
