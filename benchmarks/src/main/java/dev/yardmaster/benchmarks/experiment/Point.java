package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/** Sides that are measured together, in rounds by turns. Figures may share points. */
public interface Point {

  /** Says all that the results depend on, but for the experiment's settings. */
  String key();

  /** The labels of its sides. */
  List<String> sides();

  /** About how long it takes; only relations between points count. */
  double expectedSeconds();

  /**
   * Measures it.
   *
   * @throws InterruptedException if the thread was interrupted; then there is no result
   */
  Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException;
}
