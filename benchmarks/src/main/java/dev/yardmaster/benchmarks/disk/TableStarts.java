package dev.yardmaster.benchmarks.disk;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.benchmarks.load.CpuTime;
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
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.engine.Database;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Measures how fast a database loads a typed table from the log of its data directory. The class
 * alternately opens the database and runs a loop that only reads the same files. The calling thread
 * writes the directory, reads it, and opens the database.
 */
public final class TableStarts {

  /** The name of the side that opens a database. */
  public static final String TABLES = "typed table";

  /** The name of the side that only reads the files. */
  public static final String READS = "sequential read";

  /** The number of transactions in the log. */
  public static final Metric COMMITS = Metric.fact("commits", "1", Shown.WHOLE);

  /** The number of rows that the transactions have written. */
  public static final Metric ROWS = Metric.fact("rows", "1", Shown.WHOLE);

  /** The length of the log. */
  public static final Metric BYTES = Metric.fact("bytes", "bytes", Shown.MEGA);

  /** The total length of the keys and columns of the rows that the table has after all commits. */
  public static final Metric DATA = Metric.fact("dataBytes", "bytes", Shown.MEGA);

  /** The time until the database is open or, for the sequential read, until the files are read. */
  public static final Metric SECONDS = Metric.of("seconds", "s", Better.LOWER, Shown.THREE);

  /** The number of transactions that are replayed per second when the database is opened. */
  public static final Metric COMMITS_PER_SECOND = Metric.rate("commitsPerSecond");

  /** The number of written rows that are replayed per second when the database is opened. */
  public static final Metric ROWS_PER_SECOND = Metric.rate("rowsPerSecond");

  /** The number of bytes of the log that are read per second. */
  public static final Metric BYTES_PER_SECOND =
      Metric.of("bytesPerSecond", "bytes/s", Better.HIGHER, Shown.MEGA);

  /**
   * The bytes of the log that are read per second when the database is opened, divided by the bytes
   * per second of the sequential read.
   */
  public static final Metric TO_READ = Metric.ratio("bytesPerSecondToRead");

  /**
   * The processor time of all threads that open the database, divided by the number of rows in the
   * log.
   */
  public static final Metric CPU_PER_ROW = Metric.cost("cpuNsPerRow");

  /**
   * The highest use of the heap while the database is opened, divided by the use when the database
   * is open.
   */
  public static final Metric PEAK_TO_OPEN =
      Metric.of("peakHeapToOpen", "1", Better.LOWER, Shown.TWO);

  /**
   * The highest use of the heap while the database is opened, divided by the total length of keys
   * and columns.
   */
  public static final Metric PEAK_TO_DATA =
      Metric.of("peakHeapToData", "1", Better.LOWER, Shown.TWO);

  private static final double NS_PER_SECOND = 1e9;
  private static final int READ_BYTES = 1 << 18;

  private final WrittenTable.Plan plan;
  private final int repeats;
  private final Path data;
  private final NanoClock clock;

  /**
   * Creates a measurement that has not run yet.
   *
   * @param repeats number of times that the database is opened
   * @param data the directory for the data directory during the measurement
   */
  public TableStarts(WrittenTable.Plan plan, int repeats, Path data, NanoClock clock) {
    this.plan = plan;
    this.repeats = repeats;
    this.data = data;
    this.clock = clock;
  }

  /**
   * Writes the directory, and then measures how fast the database is opened and how fast the files
   * are read. Call this method at most once.
   *
   * @param written receives a line after each tenth of the log is written
   */
  public Results run(Consumer<String> written, ProgressListener progress)
      throws InterruptedException {
    try (ScratchDirectory directory = ScratchDirectory.in(data)) {
      WrittenTable table = new WrittenTable(directory.path(), plan, clock);
      table.write(percent -> written.accept("writing the log | " + percent + " %"));
      LogFiles files = new LogFiles(directory.path());
      List<Side> sides = List.of(new SequentialRead(files), new Start(table, files));
      // The JVM compiles the code during this round, which is not measured.
      Plan rounds = new Plan(0, 0, repeats, true, 0, true, true);
      return new Comparison("", sides, rounds, clock, progress).run();
    }
  }

  private MetricValues values(LogFiles files, long ns) {
    double seconds = ns / NS_PER_SECOND;
    return new MetricValues()
        .put(BYTES, files.bytes())
        .put(SECONDS, seconds)
        .put(BYTES_PER_SECOND, files.bytes() / seconds);
  }

  /**
   * Reads the files sequentially. Each read has the same length as a read of a database that is
   * being opened.
   */
  private final class SequentialRead implements Side {
    private final LogFiles files;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);

    SequentialRead(LogFiles files) {
      this.files = files;
    }

    @Override
    public String label() {
      return READS;
    }

    @Override
    public Round run(int repeat, long recordedNs, RoundProgress progress)
        throws InterruptedException {
      long beganNs = clock.nanoTime();
      try {
        for (Path file : files.paths()) {
          read(file);
        }
      } catch (IOException e) {
        throw interruptedOr(new WorkloadFailure("the log cannot be read: " + e, e));
      }
      long ns = clock.nanoTime() - beganNs;
      return Round.of(values(files, ns), Optional.empty());
    }

    private void read(Path file) throws IOException {
      try (FileChannel channel = FileChannel.open(file)) {
        while (channel.read(buffer.clear()) > 0) {
          Thread.onSpinWait(); // The loop only reads the bytes and ignores them.
        }
      }
    }
  }

  /** Opens the database, and compares a sample of its rows with the rows that were written. */
  private final class Start implements Side {
    private final WrittenTable table;
    private final LogFiles files;

    Start(WrittenTable table, LogFiles files) {
      this.table = table;
      this.files = files;
    }

    @Override
    public String label() {
      return TABLES;
    }

    @Override
    public Round run(int repeat, long recordedNs, RoundProgress progress)
        throws InterruptedException {
      PeakHeap heap = new PeakHeap();
      long cpuBeganNs = CpuTime.ofThisProcess();
      long beganNs = clock.nanoTime();
      try (Database database = table.open()) {
        long ns = clock.nanoTime() - beganNs;
        double cpuNs = CpuTime.ofThisProcess() - cpuBeganNs;
        double peak = heap.bytes();
        double rows = (double) plan.commits() * plan.rowsPerCommit();
        MetricValues values =
            values(files, ns)
                .put(COMMITS, plan.commits())
                .put(ROWS, rows)
                .put(DATA, table.dataBytes())
                .put(COMMITS_PER_SECOND, plan.commits() * NS_PER_SECOND / ns)
                .put(ROWS_PER_SECOND, rows * NS_PER_SECOND / ns)
                .put(CPU_PER_ROW, cpuNs / rows)
                .put(PEAK_TO_OPEN, peak / heap.bytesInUse())
                .put(PEAK_TO_DATA, peak / table.dataBytes());
        progress.report(ComparisonStatus.Stage.CHECKING, plan.commits() * NS_PER_SECOND / ns);
        return Round.of(values, table.difference(database));
      } catch (YardmasterException e) {
        throw interruptedOr(e);
      } finally {
        restore();
      }
    }

    private void restore() {
      try {
        files.restore();
      } catch (IOException e) {
        throw new WorkloadFailure("the log cannot be restored: " + e, e);
      }
    }
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
}
