package dev.yardmaster.benchmarks.measure;

/** The garbage that was created before an interval is measured. */
public final class Garbage {

  private static final String PROPERTY = "yardmaster.bench.collectsGarbage";

  private Garbage() {}

  /**
   * Collects the garbage, so that no collection during the measured interval has to collect it. The
   * tests do without: their many short rounds would spend more time on this than on the rounds.
   */
  public static void collect() {
    if (Boolean.parseBoolean(System.getProperty(PROPERTY, "true"))) {
      System.gc();
    }
  }
}
