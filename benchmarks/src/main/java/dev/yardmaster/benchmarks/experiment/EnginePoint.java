package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.engine.BulkFigures;
import dev.yardmaster.benchmarks.engine.Contender;
import dev.yardmaster.benchmarks.engine.EngineComparison;
import dev.yardmaster.benchmarks.engine.EngineFigures;
import dev.yardmaster.benchmarks.engine.EngineResults;
import dev.yardmaster.benchmarks.engine.PhaseFigures;
import dev.yardmaster.benchmarks.run.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/**
 * A point whose sides are protocols of the in-process engine. Names of figures: those below, of
 * which bulk transactions have the ones that begin with {@code scan}.
 *
 * @param roundSeconds about how long a round takes
 */
public record EnginePoint(String key, List<Contender> contenders, double roundSeconds)
    implements Point {

  /** Transactions committed in a second. */
  public static final String COMMITTED = "committedPerSecond";

  /** Share of attempts that were aborted. */
  public static final String ABORT_RATE = "abortRate";

  /** Mean latency from the first attempt to the commit. */
  public static final String MEAN_US = "meanUs";

  /** Its median. */
  public static final String P50_US = "p50Us";

  /** Its 95th percentile. */
  public static final String P95_US = "p95Us";

  /** Its 99th percentile. */
  public static final String P99_US = "p99Us";

  /** Its 99.9th percentile. */
  public static final String P999_US = "p999Us";

  /** 99th percentile of the latency from arrival, and so with the time in a worker's queue. */
  public static final String ARRIVAL_P99_US = "arrivalP99Us";

  /** Processor time of the workers for each commit; not of simulated ones. */
  public static final String CPU_NS = "cpuNsPerCommit";

  /**
   * Transactions that one thread could deal in a second; only where there is a scheduler, and not
   * of simulated workers, whose switches the clock would count.
   */
  public static final String SCHEDULABLE = "schedulablePerSecond";

  /** Bulk transactions committed in a second. */
  public static final String SCANS = "scansPerSecond";

  /** Mean latency of bulk transactions. */
  public static final String SCAN_MEAN = "scanMeanUs";

  /** 99th percentile of their latency. */
  public static final String SCAN_P99 = "scanP99Us";

  /** Share of their attempts that were aborted. */
  public static final String SCAN_ABORT_RATE = "scanAbortRate";

  /** Records, writes or entries looked at to validate a scan. */
  public static final String SCAN_ITEMS = "scanItems";

  /** Writers' entries looked at to validate a scan. */
  public static final String SCAN_WRITERS = "scanWriters";

  /** Share of the entered ranges that their version alone decided. */
  public static final String SCAN_BY_VERSION = "scanRangesByVersion";

  /** Read and write phases of committed transactions, for each of them. */
  public static final String READ_WRITE_NS = "readWriteNs";

  /** Their validation. */
  public static final String VALIDATION_NS = "validationNs";

  /** Aborted attempts, for each committed transaction. */
  public static final String ABORTED_NS = "abortedNs";

  /** The three together. */
  public static final String ALL_NS = "allNs";

  private static final double NS_PER_SECOND = 1e9;

  /** Copies the list. */
  public EnginePoint {
    contenders = List.copyOf(contenders);
  }

  @Override
  public List<String> sides() {
    return contenders.stream().map(Contender::label).toList();
  }

  @Override
  public double expectedSeconds() {
    return roundSeconds * contenders.size() * contenders.get(0).setup().repeats();
  }

  @Override
  public Measured measure(NanoClock clock, Progress progress) throws InterruptedException {
    EngineResults results = new EngineComparison(contenders, clock, progress).run();
    Map<String, Map<String, List<Double>>> sides = new LinkedHashMap<>();
    for (int i = 0; i < contenders.size(); i++) {
      Map<String, List<Double>> side = new LinkedHashMap<>();
      for (EngineFigures repeat : results.rows().get(i).repeats()) {
        values(repeat)
            .forEach(
                (name, value) -> side.computeIfAbsent(name, any -> new ArrayList<>()).add(value));
      }
      sides.put(contenders.get(i).label(), side);
    }
    return new Measured(sides, results.findings());
  }

  private static Map<String, Double> values(EngineFigures figures) {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(COMMITTED, figures.committedPerSecond());
    values.put(ABORT_RATE, figures.abortRate());
    values.put(MEAN_US, figures.latency().mean());
    values.put(P50_US, figures.latency().p50());
    values.put(P95_US, figures.latency().p95());
    values.put(P99_US, figures.latency().p99());
    values.put(P999_US, figures.latency().p999());
    values.put(ARRIVAL_P99_US, figures.sinceArrival().p99());
    if (figures.cpuNsPerCommit() > 0) {
      values.put(CPU_NS, figures.cpuNsPerCommit());
    }
    if (figures.cpuNsPerCommit() > 0 && figures.schedulingNs() > 0) {
      values.put(SCHEDULABLE, NS_PER_SECOND / figures.schedulingNs());
    }
    BulkFigures bulk = figures.bulk();
    if (bulk != null) {
      values.put(SCANS, bulk.committedPerSecond());
      values.put(SCAN_MEAN, bulk.meanUs());
      values.put(SCAN_P99, bulk.p99Us());
      values.put(SCAN_ABORT_RATE, bulk.abortRate());
      values.put(SCAN_ITEMS, bulk.itemsPerScan());
      values.put(SCAN_WRITERS, bulk.writersPerScan());
      values.put(SCAN_BY_VERSION, bulk.byVersion());
    }
    PhaseFigures phases = figures.phases();
    if (phases != null) {
      values.put(READ_WRITE_NS, phases.readWriteNs());
      values.put(VALIDATION_NS, phases.validationNs());
      values.put(ABORTED_NS, phases.abortedNs());
      values.put(ALL_NS, phases.totalNs());
    }
    return values;
  }
}
