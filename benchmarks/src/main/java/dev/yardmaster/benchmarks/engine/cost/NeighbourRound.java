package dev.yardmaster.benchmarks.engine.cost;

import dev.yardmaster.benchmarks.load.CpuTime;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.LongAdder;

/**
 * Two threads that update records without a conflict. Each thread has 32 records: the even or the
 * odd records among 64 adjacent records. Either the two threads have the even and the odd records
 * of one group of 64, so that the neighbours of each record belong to the other thread, or the
 * records of the two threads are far apart.
 */
final class NeighbourRound {

  private static final int RECORDS = 1 << 14;
  private static final int OWN = 32;
  private static final int UPDATES = 4;
  private static final int BETWEEN_LOOKS = 64;

  private final Table table;
  private final LongColumn counter;
  private final Worker[] workers = new Worker[2];
  private final long otherBegin;
  private final LongAdder transactions = new LongAdder();
  private double parallel;

  /**
   * Loads the table.
   *
   * @param rowLongs length of a row, in 8-byte words; 1 or more
   * @param neighbours whether the threads update neighbouring records
   */
  NeighbourRound(String protocol, int rowLongs, boolean neighbours) {
    Database database = new Database(Protocols.named(protocol, 2), 2);
    RowLayout.Builder columns = RowLayout.columns();
    counter = columns.number("counter");
    for (int i = 1; i < rowLongs; i++) {
      var unused = columns.number("payload" + i);
    }
    RowLayout layout = columns.build();
    table = database.create(TableDefinition.hashed("records", layout, RECORDS));
    for (int i = 0; i < 2; i++) {
      workers[i] = database.worker(i, new ThreadPace(System::nanoTime));
    }
    Loader loader = workers[0].loader();
    Row row = Row.of(layout);
    for (int key = 0; key < RECORDS; key++) {
      loader.load(table, key, row);
    }
    otherBegin = neighbours ? 1 : RECORDS / 2;
  }

  /**
   * Runs transactions on both threads at the same time.
   *
   * @param durationNs the time for which the threads run
   * @return the processor time of a transaction in ns
   */
  double cpuNs(long durationNs) throws Exception {
    CyclicBarrier begin = new CyclicBarrier(2);
    FutureTask<Long> other = new FutureTask<>(() -> run(1, otherBegin, durationNs, begin));
    Thread thread = new Thread(other, "neighbour");
    thread.start();
    long begun = transactions.sum();
    long firstNs = run(0, 0, durationNs, begin);
    long bothNs = firstNs + other.get();
    parallel = Math.min(firstNs, other.get()) / (double) durationNs;
    return bothNs / (double) (transactions.sum() - begun);
  }

  /** Returns the share of the last run in which each thread had a core. */
  double parallel() {
    return parallel;
  }

  private long run(int thread, long first, long durationNs, CyclicBarrier begin) throws Exception {
    Updates updates = new Updates(first, thread);
    begin.await();
    long begunNs = CpuTime.ofThisThread();
    long endNs = System.nanoTime() + durationNs;
    long ran = 0;
    while (System.nanoTime() < endNs) {
      for (int i = 0; i < BETWEEN_LOOKS; i++) {
        updates.next();
        workers[thread].run(updates);
      }
      ran += BETWEEN_LOOKS;
    }
    transactions.add(ran);
    return CpuTime.ofThisThread() - begunNs;
  }

  /** Returns the number of updates of all runs. */
  long committed() {
    return UPDATES * transactions.sum();
  }

  /** Returns the sum of all counters. */
  long updates() {
    long[] sum = new long[1];
    for (int key = 0; key < RECORDS; key++) {
      int at = key;
      workers[0].run(reading -> sum[0] += reading.read(table, at).getLong(counter));
    }
    return sum[0];
  }

  /** A transaction that updates four of a thread's records. */
  private final class Updates implements RecordLogic {
    private final SplittableRandom random;
    private final long first;
    private int begin;

    Updates(long first, int thread) {
      this.first = first;
      random = new SplittableRandom(thread);
    }

    void next() {
      begin = random.nextInt(OWN);
    }

    @Override
    public void run(RecordTransaction transaction) {
      for (int i = 0; i < UPDATES; i++) {
        int own = (begin + i * (OWN / UPDATES)) % OWN;
        transaction.update(table, first + 2L * own).addLong(counter, 1);
      }
    }
  }
}
