package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.benchmarks.workload.records.CallPool;
import dev.yardmaster.benchmarks.workload.records.InFlight;
import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/** A client with transactions that scan the whole table and add up the counters. */
final class WholeScans implements RecordClient {

  private final YcsbTable table;
  private final int records;
  private final CallPool<Scan> pool = new CallPool<>(Scan::new);
  private final InFlight inFlight = new InFlight();
  private long shortScans;
  private long checksum;

  WholeScans(YcsbTable table, int records) {
    this.table = table;
    this.records = records;
  }

  @Override
  public RecordCall next() {
    inFlight.begin();
    return pool.take();
  }

  @Override
  public void ended(RecordCall call, boolean committed) {
    Scan ended = (Scan) call;
    if (committed) {
      shortScans += ended.rows == records ? 0 : 1;
      checksum += ended.sum;
    }
    inFlight.end();
    pool.giveBack(ended);
  }

  /** Returns the number of committed scans that did not visit each record exactly once. */
  long shortScans() {
    return shortScans;
  }

  /** Returns the sum of all counters that were read. */
  long checksum() {
    return checksum;
  }

  /** A scan of all records. */
  private final class Scan implements RecordCall, RowVisitor {
    private long sum;
    private int rows;

    @Override
    public String type() {
      return YcsbBesideScans.SCAN;
    }

    @Override
    public int records() {
      return records;
    }

    @Override
    public boolean isBulk() {
      return true;
    }

    @Override
    public boolean isReadOnly() {
      return true;
    }

    @Override
    public Isolation isolation() {
      return Isolation.SNAPSHOT;
    }

    @Override
    public void run(RecordTransaction transaction) {
      sum = 0;
      rows = transaction.scan(table.table(), 0, Long.MAX_VALUE, Integer.MAX_VALUE, this);
    }

    @Override
    public boolean visit(long key, byte[] rest, Row row) {
      sum += row.getLong(table.counter());
      return true;
    }
  }
}
