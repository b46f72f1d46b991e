package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import java.util.List;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.NanoClock;

/**
 * A point with additional metrics, which are computed from measured metrics of several sides.
 *
 * @param of the measured point
 * @param derive returns the results with the additional metrics
 */
public record DerivedPoint(Point of, UnaryOperator<Results> derive) implements Point {

  @Override
  public String key() {
    return of.key();
  }

  @Override
  public List<String> sides() {
    return of.sides();
  }

  @Override
  public double expectedSeconds() {
    return of.expectedSeconds();
  }

  @Override
  public boolean isVirtual() {
    return of.isVirtual();
  }

  @Override
  public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
    return derive.apply(of.measure(clock, progress));
  }
}
