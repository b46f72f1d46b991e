package dev.yardmaster.benchmarks.experiment.rocc;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.workload.ZipfIds;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.validator.LogicalRanges;
import dev.yardmaster.validator.Watermark;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.concurrent.NanoClock;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A point that measures scans in the service's pipeline. Nine of ten transactions update five
 * records. The tenth transaction updates four records and scans. One client keeps a window of
 * transactions in flight. The sides alternate: one side has the usual number of logical ranges, and
 * the other side has a single range. Each side also has a {@link ScanOracle}. The oracle knows
 * every write, and can therefore decide whether an abort was necessary.
 *
 * @param key the point's name
 * @param records number of records in the table
 * @param skew theta of Zipf's law, for updated keys and for the first keys of scans
 * @param scanLength number of keys of a scan
 */
record ServicePoint(
    String key, int records, double skew, int scanLength, double seconds, int repeats, long seed)
    implements Point {

  static final String RANGES = "logical ranges";
  static final String ONE_RANGE = "one range";

  /** The number of scanning transactions that committed per second. */
  static final Metric SCANS = EngineRoundMetrics.SCANS;

  /**
   * The number of attempts aborted because of their scans, divided by the number of validated
   * attempts.
   */
  static final Metric REFUSED = Metric.of("refusedShare", "1", Better.LOWER, Shown.FOUR);

  /**
   * The number of attempts that must abort according to the oracle, divided by the number of
   * validated attempts.
   */
  static final Metric STALE = Metric.fact("staleShare", "1", Shown.FOUR);

  /** The number of writes examined for each validated scan. */
  static final Metric EXAMINED = Metric.fact("writesPerScan", "1", Shown.ONE);

  private static final String TABLE = "records";
  private static final int MANY = 4096;
  private static final int WINDOW = 200;
  private static final int UPDATES = 5;
  private static final int LOADED_AT_ONCE = 500;
  private static final double NS_PER_SECOND = 1e9;

  /**
   * A procedure that updates records. The first number of its argument is the first key of the
   * scan. A negative number means that there is no scan.
   */
  private record Hybrid(int scanLength, int records) implements Procedure<int[], Long> {

    @Override
    public String name() {
      return "rocc.hybrid";
    }

    private Scan scan(int from) {
      int end = Math.min(records, from + scanLength);
      return Scan.forward(Key.of(TABLE, from), Key.of(TABLE, end), scanLength);
    }

    @Override
    public void declare(int[] numbers, KeyDeclaration keys) {
      if (numbers[0] >= 0) {
        keys.scan(scan(numbers[0]));
      }
      for (int i = 1; i < numbers.length; i++) {
        keys.update(Key.of(TABLE, numbers[i]));
      }
    }

    @Override
    public Long execute(int[] numbers, Transaction transaction) {
      long found = numbers[0] >= 0 ? transaction.scan(scan(numbers[0])).size() : 0;
      for (int i = 1; i < numbers.length; i++) {
        Key key = Key.of(TABLE, numbers[i]);
        transaction.putLong(key, transaction.getLong(key) + 1);
      }
      return found;
    }
  }

  /** A procedure that loads a part of the table. */
  private record Load() implements Procedure<int[], Long> {

    @Override
    public String name() {
      return "rocc.load";
    }

    @Override
    public void declare(int[] span, KeyDeclaration keys) {
      for (int number = span[0]; number < span[1]; number++) {
        keys.write(Key.of(TABLE, number));
      }
    }

    @Override
    public Long execute(int[] span, Transaction transaction) {
      for (int number = span[0]; number < span[1]; number++) {
        transaction.putLong(Key.of(TABLE, number), 0);
      }
      return 0L;
    }
  }

  @Override
  public List<String> sides() {
    return List.of(RANGES, ONE_RANGE);
  }

  @Override
  public double expectedSeconds() {
    return 2 * repeats * (2 * seconds + 1);
  }

  @Override
  public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
    long recordedNs = Math.round(seconds * NS_PER_SECOND);
    return new Comparison(
            key,
            List.of(new Rounds(RANGES, MANY, clock), new Rounds(ONE_RANGE, 1, clock)),
            Plan.of(recordedNs, recordedNs, repeats).unrehearsed(),
            clock,
            progress)
        .run()
        .orInterrupted();
  }

  /** A side whose table is divided into a given number of logical ranges. */
  private final class Rounds implements Side {
    private final String label;
    private final int maxRanges;
    private final NanoClock clock;

    Rounds(String label, int maxRanges, NanoClock clock) {
      this.label = label;
      this.maxRanges = maxRanges;
      this.clock = clock;
    }

    @Override
    public String label() {
      return label;
    }

    @Override
    public Round run(int repeat, long recordedNs, RoundProgress stages)
        throws InterruptedException {
      stages.report(ComparisonStatus.Stage.RECORDING, 0);
      return ServicePoint.this.run(maxRanges, seed + repeat - 1, clock);
    }
  }

  private Round run(int maxRanges, long roundSeed, NanoClock clock) throws InterruptedException {
    ScanOracle[] oracle = new ScanOracle[1];
    PipelineParts parts =
        new PipelineParts() {
          @Override
          public LogicalRanges logicalRanges(Watermark watermark) {
            oracle[0] = new ScanOracle(watermark, records, maxRanges);
            return oracle[0];
          }
        };
    LongAdder scans = new LongAdder();
    LongAdder updates = new LongAdder();
    LongAdder wrong = new LongAdder();
    long tookNs;
    try (Pipeline service = Pipeline.start(PipelineConfig.builder().tuned(false).build(), parts)) {
      load(service, wrong);
      Hybrid hybrid = new Hybrid(scanLength, records);
      service.register(hybrid);
      var unused =
          play(service, hybrid, ~roundSeed, clock, new LongAdder(), new LongAdder(), wrong);
      tookNs = play(service, hybrid, roundSeed, clock, scans, updates, wrong);
    }
    double perSecond = NS_PER_SECOND / tookNs;
    double validated = oracle[0].validated();
    MetricValues values =
        new MetricValues()
            .put(Metric.COMMITTED, (scans.sum() + updates.sum()) * perSecond)
            .put(SCANS, scans.sum() * perSecond)
            .put(REFUSED, oracle[0].refused() / validated)
            .put(STALE, oracle[0].stale() / validated)
            .put(EXAMINED, oracle[0].looked() / validated);
    return Round.of(
        values,
        wrong.sum() == 0
            ? Optional.empty()
            : Optional.of(wrong.sum() + " transactions ended unexpectedly: " + key));
  }

  private void load(Pipeline service, LongAdder wrong) {
    Load load = new Load();
    service.register(load);
    for (int from = 0; from < records; from += LOADED_AT_ONCE) {
      Outcome<Long> outcome =
          service
              .submit(
                  load,
                  new int[] {from, Math.min(records, from + LOADED_AT_ONCE)},
                  TransactionOptions.defaults())
              .toCompletableFuture()
              .join();
      wrong.add(outcome instanceof Outcome.Committed ? 0 : 1);
    }
  }

  private long play(
      Pipeline service,
      Hybrid hybrid,
      long roundSeed,
      NanoClock clock,
      LongAdder scans,
      LongAdder updates,
      LongAdder wrong)
      throws InterruptedException {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(roundSeed);
    ZipfIds ids = new ZipfIds(random, records, skew);
    TransactionOptions options =
        TransactionOptions.defaults()
            .withTimeout(Duration.ofMinutes(10))
            .withMaxAttempts(Integer.MAX_VALUE);
    Semaphore window = new Semaphore(WINDOW);
    long beganNs = clock.nanoTime();
    long endNs = beganNs + Math.round(seconds * NS_PER_SECOND);
    while (clock.nanoTime() - endNs < 0) {
      boolean isScan = random.nextInt(10) == 0;
      int[] updated = new int[isScan ? UPDATES - 1 : UPDATES];
      ids.fillDistinct(updated);
      int[] numbers = new int[1 + updated.length];
      numbers[0] = isScan ? ids.next() : -1;
      System.arraycopy(updated, 0, numbers, 1, updated.length);
      window.acquire();
      var unused =
          service
              .submit(hybrid, numbers, options)
              .whenComplete(
                  (outcome, thrown) -> {
                    window.release();
                    boolean fine =
                        outcome instanceof Outcome.Committed<Long> commit
                            && commit.value() == expected(numbers[0]);
                    (!fine ? wrong : isScan ? scans : updates).increment();
                  });
    }
    window.acquire(WINDOW);
    return clock.nanoTime() - beganNs;
  }

  private long expected(int from) {
    return from < 0 ? 0 : Math.min(scanLength, records - from);
  }
}
