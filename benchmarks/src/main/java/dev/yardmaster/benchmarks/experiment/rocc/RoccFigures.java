package dev.yardmaster.benchmarks.experiment.rocc;

import dev.yardmaster.benchmarks.experiment.Figure;
import java.util.List;

/**
 * The figures of Wang and others, "Range Optimistic Concurrency Control for a Composite OLTP and
 * Bulk Processing Workload" (ICDE 2018), sections I-A, V and VI, and what the paper says of them.
 * Its RV is {@code rocc} here.
 *
 * <p>Its 40 cores are 40 simulated workers here; where costs are those of code and not of
 * conflicts, threads on the cores that there are run the same.
 */
public final class RoccFigures {

  /** All figures, as they are named on command lines. */
  public static final List<String> IDS =
      List.of("1", "5", "6", "7", "8", "9", "10", "t2", "11", "12", "13", "service");

  private final ScanFigures scans;
  private final WorkerFigures workers;
  private final RangeFigures ranges;
  private final ServiceFigure service;

  /** Figures at a scale. */
  public RoccFigures(RoccScale scale, long seed) {
    RoccPoints points = new RoccPoints(scale, seed);
    scans = new ScanFigures(scale, points);
    workers = new WorkerFigures(scale, points);
    ranges = new RangeFigures(scale, points);
    service = new ServiceFigure(scale, seed);
  }

  /** Those of some ids, in their order. */
  public List<Figure> of(List<String> ids) {
    return ids.stream().map(this::figure).toList();
  }

  private Figure figure(String id) {
    return switch (id) {
      case "1" -> scans.figure1();
      case "5" -> scans.figure5();
      case "6" -> scans.figure6();
      case "7" -> workers.figure7();
      case "8" -> workers.figure8();
      case "9" -> workers.figure9();
      case "10" -> ranges.figure10();
      case "t2" -> ranges.table2();
      case "11" -> ranges.figure11();
      case "12" -> ranges.figure12();
      case "13" -> scans.figure13();
      case "service" -> service.figure();
      default -> throw new IllegalArgumentException("no such figure: figure=" + id);
    };
  }
}
