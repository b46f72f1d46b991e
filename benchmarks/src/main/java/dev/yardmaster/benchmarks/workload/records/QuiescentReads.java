package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RowVisitor;
import dev.yardmaster.engine.transaction.Worker;

/**
 * Reads whole tables while no transaction writes. The class reads in transactions of limited size,
 * because an engine's worker keeps a copy of each row that a transaction reads. An instance is for
 * use by one thread.
 */
public final class QuiescentReads {

  private static final int ROWS_AT_ONCE = 512;

  private final Worker worker;
  private long nextKey;

  /** Receives one row. */
  @FunctionalInterface
  public interface KeyVisitor {

    /** Receives a row with its key. */
    void visit(long key, Row row);
  }

  /** A list of keys in any order. */
  @FunctionalInterface
  public interface Keys {

    /** Returns the key at an index, counted from 0. */
    long at(long index);
  }

  /** Creates a reader that uses a worker of the calling thread. */
  public QuiescentReads(Worker worker) {
    this.worker = worker;
  }

  /** Visits the rows of a range of an ordered table, in order. */
  public void range(Table table, long from, long to, KeyVisitor visitor) {
    nextKey = from;
    RowVisitor each =
        (key, rest, row) -> {
          nextKey = key + 1;
          visitor.visit(key, row);
          return true;
        };
    int[] visited = new int[1];
    do {
      long begin = nextKey;
      run(transaction -> visited[0] = transaction.scan(table, begin, to, ROWS_AT_ONCE, each));
    } while (visited[0] == ROWS_AT_ONCE && nextKey < to);
  }

  /** Reads the row of each key, and visits the rows that exist. */
  public void keys(Table table, long count, Keys keys, KeyVisitor visitor) {
    for (long begin = 0; begin < count; begin += ROWS_AT_ONCE) {
      long from = begin;
      long to = Math.min(count, begin + ROWS_AT_ONCE);
      run(
          transaction -> {
            for (long i = from; i < to; i++) {
              long key = keys.at(i);
              Row row = transaction.read(table, key);
              if (row != null) {
                visitor.visit(key, row);
              }
            }
          });
    }
  }

  /** Runs a transaction. It must commit in the first attempt. */
  private void run(RecordLogic logic) {
    int restarts = worker.run(logic);
    if (restarts > 0 || worker.failure() != null) {
      throw new IllegalStateException(
          "tables must not be written while they are read: restarts=" + restarts, worker.failure());
    }
  }
}
