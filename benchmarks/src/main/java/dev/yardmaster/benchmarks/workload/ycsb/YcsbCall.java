package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/** A YCSB transaction. The requests run one at a time. */
final class YcsbCall implements RecordCall, RowVisitor {

  private final YcsbTable records;
  private final Table table;
  private final byte[] newPayload;
  private YcsbSettings settings;
  private int[] drawn;
  private int begin;
  private int end;
  private long firstInsert;
  private int updates;
  private int inserts;
  private long checksum;
  private long scanned;
  private int bulkRows;

  YcsbCall(YcsbTable records) {
    this.records = records;
    table = records.table();
    newPayload = new byte[records.payload().maxBytes()];
  }

  /**
   * Sets the arguments of the transaction.
   *
   * @param of settings of the phase to which the transaction belongs
   * @param firstInsertKey key of the first insert; the keys of later inserts follow in steps of
   *     {@link RecordClient#MAX_CLIENTS}
   */
  void take(YcsbSettings of, int[] inputs, int at, long firstInsertKey) {
    settings = of;
    drawn = inputs;
    begin = at + 1;
    end = begin + inputs[at] * YcsbRequests.INTS;
    firstInsert = firstInsertKey;
  }

  /** Returns the number of the transaction's requests that are inserts. */
  int insertsToCome() {
    int count = 0;
    for (int at = begin; at < end; at += YcsbRequests.INTS) {
      if (drawn[at] == YcsbRequests.INSERT) {
        count++;
      }
    }
    return count;
  }

  @Override
  public boolean isBulk() {
    return drawn[end - YcsbRequests.INTS] == YcsbRequests.BULK;
  }

  @Override
  public boolean isReadOnly() {
    return settings.mix().isReadOnly();
  }

  private long insertKey(int number) {
    return firstInsert + (long) number * RecordClient.MAX_CLIENTS;
  }

  @Override
  public String type() {
    RequestCounts counts = settings.requests();
    if (!counts.hasBig()) {
      return settings.mix().name();
    }
    return end - begin == counts.big() * YcsbRequests.INTS ? "big" : "small";
  }

  @Override
  public int records() {
    int count = 0;
    for (int at = begin; at < end; at += YcsbRequests.INTS) {
      int request = drawn[at];
      if (request == YcsbRequests.BULK) {
        count += settings.scanLength();
      } else {
        count += Math.max(1, request - YcsbRequests.SCAN);
      }
    }
    return count;
  }

  /**
   * Declares the key of each request; of a short scan, only the first key. The method declares no
   * keys of a bulk scan, because schedulers use only single keys.
   */
  @Override
  public void declare(KeyHints keys) {
    int inserted = 0;
    for (int at = begin; at < end; at += YcsbRequests.INTS) {
      int request = drawn[at];
      if (request == YcsbRequests.UPDATE || request == YcsbRequests.PUT) {
        keys.write(table, drawn[at + 1]);
      } else if (request == YcsbRequests.INSERT) {
        keys.write(table, insertKey(inserted++));
      } else if (request != YcsbRequests.BULK) {
        keys.read(table, drawn[at + 1]);
      }
    }
  }

  /**
   * Runs the requests. The method counts in local variables, because this object may share a cache
   * line with another worker's call.
   */
  @Override
  public void run(RecordTransaction transaction) {
    int updated = 0;
    int inserted = 0;
    long sum = 0;
    for (int at = begin; at < end; at += YcsbRequests.INTS) {
      int request = drawn[at];
      long key = drawn[at + 1];
      if (request == YcsbRequests.READ) {
        sum += there(transaction.read(table, key), key).getLong(records.counter());
      } else if (request == YcsbRequests.UPDATE) {
        there(transaction.update(table, key), key).addLong(records.counter(), 1);
        updated++;
      } else if (request == YcsbRequests.PUT) {
        transaction.put(table, key).setBytes(records.payload(), newPayload);
      } else if (request == YcsbRequests.INSERT) {
        long newKey = insertKey(inserted++);
        there(transaction.insert(table, newKey), newKey).setBytes(records.payload(), newPayload);
      } else {
        sum +=
            request == YcsbRequests.BULK
                ? bulkScan(transaction, key)
                : scan(transaction, key, request - YcsbRequests.SCAN);
      }
    }
    updates = updated;
    inserts = inserted;
    checksum = sum;
  }

  /** Scans a number of records and returns the sum of their counters. */
  private long scan(RecordTransaction transaction, long from, int most) {
    scanned = 0;
    var unused = transaction.scan(table, from, Long.MAX_VALUE, most, this);
    return scanned;
  }

  /** Scans a range in which every key has a record, and returns the sum of the counters. */
  private long bulkScan(RecordTransaction transaction, long from) {
    scanned = 0;
    bulkRows = transaction.scan(table, from, from + settings.scanLength(), Integer.MAX_VALUE, this);
    return scanned;
  }

  private static Row there(Row row, long key) {
    if (row == null) {
      throw new IllegalStateException("a record is missing: key=" + key);
    }
    return row;
  }

  @Override
  public boolean visit(long key, byte[] rest, Row row) {
    scanned += row.getLong(records.counter());
    return true;
  }

  /** Returns the number of rows that the transaction's bulk scan visited. */
  int bulkRows() {
    return bulkRows;
  }

  int updates() {
    return updates;
  }

  int inserts() {
    return inserts;
  }

  /**
   * Returns the sum of the counters that the transaction read. The sum is used so that the JIT
   * compiler cannot eliminate reads.
   */
  long checksum() {
    return checksum;
  }
}
