package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.run.Spread;
import dev.yardmaster.engine.transaction.PhaseTimes;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Where workers' time went, in ns for each committed transaction.
 *
 * @param readWriteNs logic and installed writes of committed transactions
 * @param validationNs locking, registering and validating of committed transactions
 * @param abortedNs attempts that were aborted
 */
public record PhaseFigures(double readWriteNs, double validationNs, double abortedNs) {

  static PhaseFigures of(List<PhaseTimes> workers, double committed) {
    return new PhaseFigures(
        workers.stream().mapToLong(PhaseTimes::readWriteNs).sum() / committed,
        workers.stream().mapToLong(PhaseTimes::validationNs).sum() / committed,
        workers.stream().mapToLong(PhaseTimes::abortedNs).sum() / committed);
  }

  static PhaseFigures median(List<PhaseFigures> repeats) {
    return new PhaseFigures(
        median(repeats, PhaseFigures::readWriteNs),
        median(repeats, PhaseFigures::validationNs),
        median(repeats, PhaseFigures::abortedNs));
  }

  private static double median(List<PhaseFigures> repeats, ToDoubleFunction<PhaseFigures> figure) {
    return Spread.of(repeats.stream().mapToDouble(figure).toArray()).median();
  }

  /** All of it. */
  public double totalNs() {
    return readWriteNs + validationNs + abortedNs;
  }
}
