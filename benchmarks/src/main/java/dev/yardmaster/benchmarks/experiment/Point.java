package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * A set of sides that are measured together in alternating rounds. Several figures may share a
 * point.
 */
public interface Point {

  /** Returns a text that contains all inputs of the results, except the experiment's settings. */
  String key();

  /** Returns the labels of the sides. */
  List<String> sides();

  /**
   * Returns the approximate time of the measurement in seconds. Callers use the times only to
   * compare points with each other.
   */
  double expectedSeconds();

  /**
   * Returns whether all results are in virtual time, so that the load of the machine does not
   * change them.
   */
  default boolean isVirtual() {
    return false;
  }

  /**
   * Measures the point and returns the results.
   *
   * @throws InterruptedException if the thread was interrupted; the point then has no result
   */
  Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException;
}
