package dev.yardmaster.benchmarks.jmh;

import dev.yardmaster.benchmarks.measure.Spread;
import dev.yardmaster.benchmarks.workload.ZipfIds;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Measures the cost of the engine's pluggable protocols. A YCSB transaction of 16 requests runs on
 * the engine's Silo and on {@link HandWrittenSilo}, on one thread. Half of the requests are
 * read-modify-writes. The main method runs the two alternately, nine times each, and prints the
 * ratio; it accepts JMH's options.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms4g", "-Xmx4g"})
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
public class SiloLoopBenchmark {

  private static final int REPEATS = 9;
  private static final int REQUESTS = 16;
  private static final int TRANSACTIONS = 1 << 16;
  private static final int PAYLOAD_BYTES = 92;
  private static final long SEED = 42;

  /** The requests that both implementations run. */
  @State(Scope.Thread)
  public abstract static class Requests {

    /** The number of records in the table. */
    @Param("1000000")
    public int records;

    /** The skew of the keys: theta of Zipf's law. */
    @Param("0.9")
    public double skew;

    private final int[] keys = new int[TRANSACTIONS * REQUESTS];
    private final long[] updates = new long[TRANSACTIONS];
    private int transaction;
    private long updatesBegun;

    final void draw() {
      UniformRandomProvider random = RandomSource.SPLIT_MIX_64.create(SEED);
      ZipfIds ids = new ZipfIds(random, records, skew);
      int[] drawn = new int[REQUESTS];
      for (int t = 0; t < TRANSACTIONS; t++) {
        ids.fillDistinct(drawn);
        for (int i = 0; i < REQUESTS; i++) {
          // The multiplication scatters keys of similar popularity, so that popular keys are not
          // next to each other in memory.
          keys[t * REQUESTS + i] = (int) (drawn[i] * 618_033_989L % records);
        }
        updates[t] = random.nextLong() & ((1L << REQUESTS) - 1);
      }
    }

    /** Advances to the next drawn transaction. */
    final void next() {
      transaction = (transaction + 1) % TRANSACTIONS;
      updatesBegun += Long.bitCount(updates[transaction]);
    }

    final int from() {
      return transaction * REQUESTS;
    }

    final long updates() {
      return updates[transaction];
    }

    final int[] keys() {
      return keys;
    }

    /** Checks that the counters of the records contain all updates. */
    final void requireUpdates(long counted) {
      if (counted != updatesBegun) {
        throw new IllegalStateException(
            "updates were lost: committed=" + updatesBegun + ", counters=" + counted);
      }
    }
  }

  /** The requests on the hand-written Silo. */
  @State(Scope.Thread)
  public static class ByHand extends Requests {
    private HandWrittenSilo silo;

    /** Loads the records. */
    @Setup
    public void load() {
      draw();
      silo = new HandWrittenSilo(records);
    }

    /** Checks that the counters of the records contain all updates. */
    @TearDown
    public void check() {
      requireUpdates(silo.updates());
    }
  }

  /** The requests on the engine's Silo. */
  @State(Scope.Thread)
  public static class ByEngine extends Requests implements RecordLogic {
    private Worker worker;
    private Table table;
    private LongColumn counter;
    private long sum;

    /** Loads the records. */
    @Setup
    public void load() {
      draw();
      Database database = new Database(Protocols.named("silo", 1), 1);
      RowLayout.Builder columns = RowLayout.columns();
      counter = columns.number("counter");
      BytesColumn payload = columns.bytes("payload", PAYLOAD_BYTES);
      RowLayout layout = columns.build();
      if (layout.longs() != HandWrittenSilo.ROW_LONGS) {
        throw new IllegalStateException("rows differ: longs=" + layout.longs());
      }
      table = database.create(TableDefinition.hashed("usertable", layout, records));
      worker = database.worker(0, new ThreadPace(System::nanoTime));
      Loader loader = worker.loader();
      Row row = Row.of(layout);
      row.setBytes(payload, new byte[PAYLOAD_BYTES]);
      for (int key = 0; key < records; key++) {
        loader.load(table, key, row);
      }
    }

    @Override
    public void run(RecordTransaction transaction) {
      sum = 0;
      int[] keys = keys();
      int from = from();
      long updates = updates();
      for (int i = 0; i < REQUESTS; i++) {
        int key = keys[from + i];
        if ((updates >>> i & 1) != 0) {
          transaction.update(table, key).addLong(counter, 1);
        } else {
          sum += transaction.read(table, key).getLong(counter);
        }
      }
    }

    /** Checks that the counters of the records contain all updates. */
    @TearDown
    public void check() {
      long[] counted = new long[1];
      for (int key = 0; key < records; key++) {
        int at = key;
        worker.run(reading -> counted[0] += reading.read(table, at).getLong(counter));
      }
      requireUpdates(counted[0]);
    }
  }

  /** Runs a transaction on the hand-written Silo. */
  @Benchmark
  public long handWritten(ByHand byHand) {
    byHand.next();
    return byHand.silo.run(byHand.keys(), byHand.from(), REQUESTS, byHand.updates());
  }

  /** Runs a transaction on the engine's Silo. */
  @Benchmark
  public long engine(ByEngine byEngine) {
    byEngine.next();
    byEngine.worker.run(byEngine);
    return byEngine.sum;
  }

  /** Runs the two implementations alternately and prints the ratio of their times. */
  public static void main(String[] args) throws RunnerException, CommandLineOptionException {
    Options given = new CommandLineOptions(args);
    double[] ratios = new double[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
      double handWritten = score(given, "handWritten");
      ratios[i] = score(given, "engine") / handWritten;
    }
    Spread spread = Spread.of(ratios);
    System.out.printf(
        Locale.ROOT,
        "engine over hand-written, median of %d (least-greatest): %.2f (%.2f-%.2f)%n",
        REPEATS,
        spread.median(),
        spread.min(),
        spread.max());
  }

  private static double score(Options given, String side) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .parent(given)
            .include(SiloLoopBenchmark.class.getName() + "." + side + "$")
            .build();
    return new Runner(options).runSingle().getPrimaryResult().getScore();
  }
}
