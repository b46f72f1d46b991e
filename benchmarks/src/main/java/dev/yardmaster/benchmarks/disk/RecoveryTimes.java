package dev.yardmaster.benchmarks.disk;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Garbage;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.run.Launcher;
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Measures the time from the start of a pipeline on an existing log until the pipeline's first
 * transaction has committed, for logs of several lengths. The class builds the logs; each log is a
 * side of a comparison. An additional log is as long as the longest log, but has a checkpoint that
 * covers the first half of the transactions.
 */
public final class RecoveryTimes {

  /** The number of transactions that were committed to the log. */
  public static final Metric RECORDS = Metric.fact("records", "1", Shown.WHOLE);

  /**
   * The number of transactions in the log that no checkpoint covers; a starting pipeline replays
   * them.
   */
  public static final Metric REPLAYED = Metric.fact("replayed", "1", Shown.WHOLE);

  /** The sum of the lengths of the log and of the checkpoint. */
  public static final Metric BYTES = Metric.fact("bytes", "bytes", Shown.MEGA);

  /** The time from the start of a pipeline until its first transaction has committed. */
  public static final Metric SECONDS = Metric.of("seconds", "s", Better.LOWER, Shown.THREE);

  /** The number of transactions of the log that a starting pipeline replays per second. */
  public static final Metric RECORDS_PER_SECOND = Metric.rate("recordsPerSecond");

  /**
   * The name of the comparison that contains the first start of a pipeline in the JVM, before any
   * code was compiled.
   */
  public static final String FIRST = "first start";

  /**
   * Prevents checkpoints, because a checkpoint would remove the log that the next pipeline reads at
   * its start.
   */
  private static final long NO_CHECKPOINT_BYTES = 1L << 40;

  private static final long CHECKPOINT_TIMEOUT_NS = 120_000_000_000L;
  private static final double NS_PER_SECOND = 1e9;
  private static final Key PROBE = Key.of("probe", 1);

  private final Plan plan;
  private final Launcher launcher;
  private final NanoClock clock;
  private final Consumer<String> progress;

  /**
   * The settings of a measurement of start times.
   *
   * @param records the lengths of the logs, in transactions
   * @param customers number of customers of the bank that wrote the logs
   * @param repeats number of times that a pipeline is started on each log
   * @param seed seed of the transactions
   * @param data the directory for data directories during the measurement
   */
  public record Plan(List<Integer> records, int customers, int repeats, long seed, Path data) {

    /** Copies the list. */
    public Plan {
      records = List.copyOf(records);
    }
  }

  /** A side of the comparison: a log with which the start of a pipeline is measured. */
  private final class Built implements Side {
    private final ScratchDirectory directory;
    private final LogBuilder builder;
    private final int records;
    private final int replayed;
    private final LogFiles files;

    Built(ScratchDirectory directory, LogBuilder builder, int records, int replayed) {
      this.directory = directory;
      this.builder = builder;
      this.records = records;
      this.replayed = replayed;
      files = new LogFiles(directory.path());
    }

    long bytes() {
      return files.bytes();
    }

    @Override
    public String label() {
      return String.format(
          Locale.ROOT, "%,d records%s", records, replayed < records ? ", half a checkpoint" : "");
    }

    @Override
    public Round run(int repeat, long recordedNs, RoundProgress stages)
        throws InterruptedException {
      try {
        List<String> wrong = new ArrayList<>();
        double seconds = start(this, wrong, stages);
        MetricValues values =
            new MetricValues()
                .put(RECORDS, records)
                .put(REPLAYED, replayed)
                .put(BYTES, bytes())
                .put(SECONDS, seconds)
                .put(RECORDS_PER_SECOND, replayed / seconds);
        return new Round(values, wrong, List.of());
      } catch (IOException e) {
        throw interruptedOr(new WorkloadFailure("a log cannot be restored: " + e, e));
      } catch (YardmasterException e) {
        throw interruptedOr(e);
      }
    }
  }

  /**
   * Creates a measurement that has not run yet.
   *
   * @param progress receives a line for each log and each start
   */
  public RecoveryTimes(Plan plan, Launcher launcher, NanoClock clock, Consumer<String> progress) {
    this.plan = plan;
    this.launcher = launcher;
    this.clock = clock;
    this.progress = progress;
  }

  /**
   * Measures the first start of a pipeline in the JVM. After that, measures the further starts,
   * alternately on the logs. Call this method at most once.
   */
  public List<Results> run() throws InterruptedException {
    List<Built> logs = new ArrayList<>();
    try {
      for (int records : plan.records()) {
        logs.add(build(records, false));
      }
      int longest = plan.records().stream().mapToInt(Integer::intValue).max().orElseThrow();
      logs.add(build(longest, true));
      Built first = logs.get(plan.records().indexOf(longest));
      Results firstStart = compare(FIRST, List.of(first), 1);
      return List.of(compare("", logs, plan.repeats()), firstStart);
    } catch (IOException e) {
      throw interruptedOr(new WorkloadFailure("a log could not be built: " + e, e));
    } catch (YardmasterException e) {
      throw interruptedOr(e);
    } finally {
      logs.forEach(log -> log.directory.close());
    }
  }

  private Results compare(String at, List<Built> logs, int repeats) throws InterruptedException {
    ProgressListener heard =
        status -> {
          if (status.stage() == ComparisonStatus.Stage.CHECKING) {
            progress.accept(
                String.format(
                    Locale.ROOT,
                    "repeat %d of %d | %s | %,.0f records/s",
                    status.repeat(),
                    status.repeats(),
                    status.side(),
                    status.committedPerSecond()));
          }
        };
    var howOften = dev.yardmaster.benchmarks.measure.Plan.of(0, 0, repeats);
    return new Comparison(at, logs, howOften, clock, heard).run().orInterrupted();
  }

  /**
   * Returns the exception to throw for a failure. If the thread was interrupted, the interrupt may
   * have closed the thread's files and so caused the failure. In this case, the method reports the
   * interrupt instead of the failure.
   */
  private static RuntimeException interruptedOr(RuntimeException failure)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return failure;
  }

  private Built build(int records, boolean checkpointed) throws IOException, InterruptedException {
    ScratchDirectory directory = ScratchDirectory.in(plan.data());
    boolean complete = false;
    try {
      long segmentBytes = Durability.in(directory.path()).segmentBytes();
      LogBuilder builder = new LogBuilder(plan.customers(), plan.seed(), segmentBytes);
      int covered = checkpointed ? records / 2 : 0;
      if (checkpointed) {
        builder.append(directory.path(), covered);
        checkpoint(directory.path());
      }
      builder.append(directory.path(), records - covered);
      Built built = new Built(directory, builder, records, records - covered);
      progress.accept(
          String.format(Locale.ROOT, "built | %s | %,d MB", built.label(), built.bytes() >> 20));
      complete = true;
      return built;
    } finally {
      if (!complete) {
        directory.close();
      }
    }
  }

  /**
   * Runs a pipeline until it has written a checkpoint of the whole log and has removed the covered
   * segments.
   */
  private void checkpoint(Path directory) throws InterruptedException {
    Durability least = Durability.in(directory).withLengths(1 << 16, 1 << 16);
    MeasuredService measured = launcher.launch(config(least), null);
    try (TransactionService service = measured.service()) {
      var unused = service.execute(transaction -> transaction.getLong(PROBE));
      long beganNs = clock.nanoTime();
      while (measured.counters().get().checkpoints() == 0 || logs(directory) > 1) {
        if (clock.nanoTime() - beganNs > CHECKPOINT_TIMEOUT_NS) {
          throw new WorkloadFailure("no checkpoint was written");
        }
        TimeUnit.MILLISECONDS.sleep(5);
      }
    }
  }

  private static long logs(Path directory) {
    return ScratchDirectory.list(directory).stream()
        .filter(entry -> entry.name().startsWith("log-"))
        .count();
  }

  private static PipelineConfig config(Durability durability) {
    return PipelineConfig.builder().durability(durability).build();
  }

  private double start(Built log, List<String> wrong, RoundProgress stages)
      throws IOException, InterruptedException {
    Durability durability = Durability.in(log.directory.path());
    PipelineConfig config =
        config(durability.withLengths(durability.segmentBytes(), NO_CHECKPOINT_BYTES));
    Garbage.collect();
    long beganNs = clock.nanoTime();
    double seconds;
    try (TransactionService service = launcher.launch(config, null).service()) {
      Outcome<Boolean> probe =
          service.execute(
              transaction -> {
                transaction.putLong(PROBE, 1);
                return true;
              },
              TransactionOptions.defaults());
      seconds = (clock.nanoTime() - beganNs) / NS_PER_SECOND;
      if (!(probe instanceof Outcome.Committed)) {
        throw new WorkloadFailure("the first transaction did not commit: " + probe);
      }
      Optional<String> found = service.execute(log.builder::wrongAccount);
      found.ifPresent(wrong::add);
    }
    log.files.restore();
    stages.report(ComparisonStatus.Stage.CHECKING, log.replayed / seconds);
    return seconds;
  }
}
