package dev.yardmaster.benchmarks.measure;

/**
 * Collects the garbage of earlier work, so that this garbage does not slow down a measured
 * interval.
 */
public final class Garbage {

  private static final String COLLECTED_PROPERTY = "yardmaster.bench.collectsGarbage";

  private Garbage() {}

  /**
   * Collects the garbage. Does nothing if the system property {@value #COLLECTED_PROPERTY} is
   * {@code false}: a collection takes longer than the intervals of tests, whose figures nobody
   * compares.
   */
  public static void collect() {
    if (!"false".equals(System.getProperty(COLLECTED_PROPERTY))) {
      System.gc();
    }
  }
}
