package dev.yardmaster.benchmarks.measure;

/** The garbage of earlier work, which a measured interval must not pay for. */
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
