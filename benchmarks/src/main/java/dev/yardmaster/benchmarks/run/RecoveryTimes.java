package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Builds logs of several lengths, and measures how long a pipeline takes from its start on each
 * until a first transaction has committed: in every repeat each log once, in reverse order in every
 * second repeat. One more has a checkpoint over the first half of the longest log.
 */
public final class RecoveryTimes {

  /** No checkpoint comes in between: it would remove what the next start is to read. */
  private static final long NO_CHECKPOINT_BYTES = 1L << 40;

  private static final long CHECKPOINT_TIMEOUT_NS = 120_000_000_000L;
  private static final double NS_PER_SECOND = 1e9;
  private static final Key PROBE = Key.of("probe", 1);

  private final Plan plan;
  private final Launcher launcher;
  private final NanoClock clock;
  private final Consumer<String> progress;
  private final List<String> wrong = new ArrayList<>();

  /**
   * What is measured.
   *
   * @param records the lengths of the logs, in transactions
   * @param customers of the bank that wrote them
   * @param repeats how often each is started on
   * @param seed of the transactions
   * @param data where the directories are while it lasts
   */
  public record Plan(List<Integer> records, int customers, int repeats, long seed, Path data) {

    /** Copies the list. */
    public Plan {
      records = List.copyOf(records);
    }
  }

  /**
   * One log.
   *
   * @param records transactions that were committed
   * @param replayed those of them that no checkpoint covers
   * @param bytes length of log and checkpoint
   * @param seconds how long each start took
   */
  public record Row(int records, int replayed, long bytes, List<Double> seconds) {

    /** Copies the list. */
    public Row {
      seconds = List.copyOf(seconds);
    }

    /** Whether a checkpoint covers the other half. */
    public boolean isCheckpointed() {
      return replayed < records;
    }

    /** How long a start takes. */
    public Spread time() {
      return Spread.of(seconds.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** How many transactions of the log a start takes in a second. */
    public Spread recordsPerSecond() {
      return Spread.of(seconds.stream().mapToDouble(time -> replayed / time).toArray());
    }
  }

  /**
   * What was found.
   *
   * @param rows a row for each length, and one for the log with a checkpoint
   * @param firstRecords length of the log of the first start of all
   * @param firstSeconds how long that start took, before anything was compiled; it counts nowhere
   *     else
   * @param wrong a line for each start that did not find what was written
   */
  public record Found(List<Row> rows, int firstRecords, double firstSeconds, List<String> wrong) {

    /** Copies the lists. */
    public Found {
      rows = List.copyOf(rows);
      wrong = List.copyOf(wrong);
    }
  }

  private record Built(
      ScratchDirectory directory,
      LogBuilder builder,
      int records,
      int replayed,
      List<ScratchDirectory.Entry> files,
      List<Double> seconds) {

    Row row() {
      long bytes = files.stream().mapToLong(ScratchDirectory.Entry::bytes).sum();
      return new Row(records, replayed, bytes, seconds);
    }

    String label() {
      return String.format(
          Locale.ROOT, "%,d records%s", records, replayed < records ? ", half a checkpoint" : "");
    }
  }

  /**
   * Times that are yet to be taken.
   *
   * @param progress hears a line for each log and each start
   */
  public RecoveryTimes(Plan plan, Launcher launcher, NanoClock clock, Consumer<String> progress) {
    this.plan = plan;
    this.launcher = launcher;
    this.clock = clock;
    this.progress = progress;
  }

  /** Takes them, once. */
  public Found run() throws InterruptedException {
    List<Built> logs = new ArrayList<>();
    try {
      for (int records : plan.records()) {
        logs.add(build(records, false));
      }
      int longest = plan.records().stream().mapToInt(Integer::intValue).max().orElseThrow();
      logs.add(build(longest, true));
      Built first = logs.get(plan.records().indexOf(longest));
      double firstSeconds = start(first, "first start");
      for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
        for (int i = 0; i < logs.size(); i++) {
          Built log = logs.get(repeat % 2 == 0 ? logs.size() - 1 - i : i);
          log.seconds().add(start(log, "repeat " + repeat + " of " + plan.repeats()));
        }
      }
      return new Found(logs.stream().map(Built::row).toList(), longest, firstSeconds, wrong);
    } catch (IOException e) {
      throw interruptedOr(new WorkloadFailure("a log could not be built: " + e, e));
    } catch (YardmasterException e) {
      throw interruptedOr(e);
    } finally {
      logs.forEach(log -> log.directory().close());
    }
  }

  /** An interrupt closes the files under whoever works with them. */
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
      Built built =
          new Built(
              directory, builder, records, records - covered, files(directory), new ArrayList<>());
      progress.accept(
          String.format(
              Locale.ROOT, "built | %s | %,d MB", built.label(), built.row().bytes() >> 20));
      complete = true;
      return built;
    } finally {
      if (!complete) {
        directory.close();
      }
    }
  }

  /** Has a pipeline write a checkpoint over all that is there, and remove what it covers. */
  private void checkpoint(Path directory) throws InterruptedException {
    Durability least = Durability.in(directory).withLengths(1 << 16, 1 << 16);
    Launched launched = launcher.launch(config(least), null);
    try (TransactionService service = launched.service()) {
      var unused = service.execute(transaction -> transaction.getLong(PROBE));
      long beganNs = clock.nanoTime();
      while (launched.counters().get().checkpoints() == 0 || logs(directory) > 1) {
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

  private double start(Built log, String name) throws IOException, InterruptedException {
    Durability durability = Durability.in(log.directory().path());
    PipelineConfig config =
        config(durability.withLengths(durability.segmentBytes(), NO_CHECKPOINT_BYTES));
    System.gc(); // garbage of what went before is not this start's
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
      Optional<String> found = service.execute(log.builder()::wrongAccount);
      found.ifPresent(line -> wrong.add(name + ", " + log.label() + ": " + line));
    }
    restore(log);
    progress.accept(
        String.format(
            Locale.ROOT,
            "%s | %s | %.3f s | %,.0f records/s",
            name,
            log.label(),
            seconds,
            log.replayed() / seconds));
    return seconds;
  }

  /** Removes the segment that the start began, so that the next finds the log as it was. */
  private static void restore(Built log) throws IOException {
    Set<ScratchDirectory.Entry> before = new HashSet<>(log.files());
    for (ScratchDirectory.Entry entry : ScratchDirectory.list(log.directory().path())) {
      if (entry.name().startsWith("log-") && !before.remove(entry)) {
        Files.delete(log.directory().path().resolve(entry.name()));
      } else {
        before.remove(entry);
      }
    }
    if (!before.isEmpty()) {
      throw new WorkloadFailure("a start changed what it was to read: " + before);
    }
  }

  private static List<ScratchDirectory.Entry> files(ScratchDirectory directory) {
    return ScratchDirectory.list(directory.path()).stream()
        .filter(entry -> !entry.name().equals("lock"))
        .toList();
  }
}
