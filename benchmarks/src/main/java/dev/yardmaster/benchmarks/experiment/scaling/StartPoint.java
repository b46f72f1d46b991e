package dev.yardmaster.benchmarks.experiment.scaling;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.benchmarks.disk.PeakHeap;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Comparison;
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
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.Recovered;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;

/**
 * A point that starts a pipeline on a checkpoint of a bank. It measures the time until the first
 * transaction has committed, and the memory of the bank's accounts. The files have just been
 * written, so the pipeline reads them from the operating system's cache.
 *
 * @param customers number of customers of the bank, each with two accounts
 * @param repeats number of measured starts
 * @param data the directory for the data directory during the measurement
 */
record StartPoint(int customers, int repeats, Path data) implements Point {

  /** The number of keys that are read from the checkpoint per second. */
  static final Metric KEYS_PER_SECOND = Metric.rate("keysPerSecond");

  /**
   * The growth of the heap from before the start to after it, without garbage, divided by the
   * number of keys. Values have 8 bytes.
   */
  static final Metric BYTES_PER_KEY = Metric.of("bytesPerKey", "bytes", Better.LOWER, Shown.WHOLE);

  private static final String SIDE = "start";
  private static final List<String> TABLES = List.of("checking", "savings");
  private static final Key PROBE = Key.of("probe", 1);
  private static final int CHECKED = 1_000;
  private static final double NS_PER_SECOND = 1e9;

  /** Returns the number of keys of a bank. */
  static int keys(int customers) {
    return TABLES.size() * customers;
  }

  @Override
  public String key() {
    return "start from a checkpoint";
  }

  @Override
  public List<String> sides() {
    return List.of(SIDE);
  }

  @Override
  public double expectedSeconds() {
    double start = 1 + 3e-6 * customers;
    return start * (repeats + 2);
  }

  @Override
  public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
    try (ScratchDirectory directory = ScratchDirectory.in(data)) {
      write(directory.path());
      // The JVM compiles the code during the first start, which is not measured.
      Plan plan = new Plan(0, 0, repeats, true, 0, true, true);
      Side side = new Start(directory.path(), clock);
      return new Comparison(key(), List.of(side), plan, clock, progress).run().orInterrupted();
    } catch (IOException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException(); // The interrupt has closed the files.
      }
      throw new WorkloadFailure("the checkpoint could not be written: " + e, e);
    }
  }

  /** Writes an empty log and a checkpoint. The balance of each account is its customer's number. */
  private void write(Path directory) throws IOException {
    try (Disk disk = FileDisk.open(directory)) {
      Recovered empty = Recovery.run(disk, (write, version) -> {}, (bytes, of) -> {});
      long segmentBytes = Durability.in(directory).segmentBytes();
      CommitLog.begin(
              disk, segmentBytes, CommitLog.bufferBytes(0), empty, System::currentTimeMillis)
          .close();
      CheckpointFormat.Header header = new CheckpointFormat.Header(empty.epoch(), 1);
      try (CheckpointWriter writer =
          new CheckpointWriter(disk, header, CheckpointWriter.newBlock(Long.BYTES))) {
        for (String table : TABLES) {
          for (int customer = 0; customer < customers; customer++) {
            writer.add(Key.of(table, customer), Values.ofLong(customer), 1);
          }
        }
        writer.finish(0, 1);
      }
    }
  }

  /** Starts a pipeline on the directory. */
  private final class Start implements Side {
    private final Path directory;
    private final NanoClock clock;

    Start(Path directory, NanoClock clock) {
      this.directory = directory;
      this.clock = clock;
    }

    @Override
    public String label() {
      return SIDE;
    }

    @Override
    public Round run(int repeat, long recordedNs, RoundProgress progress)
        throws InterruptedException {
      PipelineConfig config = PipelineConfig.builder().durability(Durability.in(directory)).build();
      PeakHeap heap = new PeakHeap();
      long beganNs = clock.nanoTime();
      try (TransactionService service = Pipeline.start(config)) {
        var first =
            service.execute(
                transaction -> {
                  transaction.putLong(PROBE, 1);
                  return true;
                },
                TransactionOptions.defaults());
        double seconds = (clock.nanoTime() - beganNs) / NS_PER_SECOND;
        if (!(first instanceof Outcome.Committed)) {
          throw new WorkloadFailure("the first transaction did not commit: " + first);
        }
        int keys = keys(customers);
        MetricValues values =
            new MetricValues()
                .put(KEYS_PER_SECOND, keys / seconds)
                .put(BYTES_PER_KEY, (double) heap.bytesInUse() / keys);
        return Round.of(values, wrongAccount(service));
      } catch (YardmasterException e) {
        if (Thread.interrupted()) {
          throw new InterruptedException(); // The interrupt has closed the service's files.
        }
        throw e;
      }
    }

    private Optional<String> wrongAccount(TransactionService service) {
      int step = Math.max(1, customers / CHECKED);
      for (int customer = 0; customer < customers; customer += step) {
        for (String table : TABLES) {
          Key key = Key.of(table, customer);
          long found = service.execute(transaction -> transaction.getLong(key));
          if (found != customer) {
            return Optional.of(key + " holds " + found + " instead of its customer's number");
          }
        }
      }
      return Optional.empty();
    }
  }
}
