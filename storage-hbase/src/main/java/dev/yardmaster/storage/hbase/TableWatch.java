package dev.yardmaster.storage.hbase;

import static dev.yardmaster.storage.hbase.Calls.Kind.WATCH;
import static dev.yardmaster.storage.hbase.RowFormat.DELETED;
import static dev.yardmaster.storage.hbase.RowFormat.VALUE;

import dev.yardmaster.annotations.Shared;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Watches a table on its own thread: checks that HBase answers and that the owner is the same,
 * measures the size of the data, and removes tombstones.
 *
 * <p>A tombstone can be removed if the version of the table's state reached the tombstone's version
 * at least {@link #GRACE_NS} (the grace period) ago. There is one sweep in each grace period. A
 * sweep removes the tombstones at or below the version that the state had at the previous sweep. So
 * a tombstone is removed after one to two grace periods of a running service; a start begins a new
 * grace period. This is safe for two reasons. First, the commit log no longer contains older writes
 * of the key. Second, a process may have been paused while it wrote such a version. By then, this
 * process has ended, or its write is refused. For a short time after the removal, HBase also
 * ignores writes of the removed versions, until it compacts the files.
 */
final class TableWatch {

  /**
   * The minimum time for which a tombstone is kept after the version of the table's state has
   * reached the tombstone's version, in ns.
   */
  static final long GRACE_NS = 3_600_000_000_000L;

  private static final long PERIOD_MS = 1_000;
  private static final long SIZE_PERIOD_NS = 10_000_000_000L;
  private static final int REMOVED_TOGETHER = 1_000;

  private final Connection connection;
  private final Tables table;
  private final Calls calls;
  private final Ownership ownership;
  private final Supplier<TableState> state;
  private final LongSupplier clockNs;
  private final Thread thread;

  // Only the watch's thread uses the following fields.
  private long measuredNs;
  private boolean measured;
  private long sweptNs;

  /** The state at the previous sweep. */
  private TableState swept;

  @Shared(writers = "the watch", readers = "any thread, for metrics", access = "volatile")
  private volatile long bytes;

  TableWatch(
      Connection connection,
      Tables table,
      Calls calls,
      Ownership ownership,
      Supplier<TableState> state,
      LongSupplier clockNs) {
    this.connection = connection;
    this.table = table;
    this.calls = calls;
    this.ownership = ownership;
    this.state = state;
    this.clockNs = clockNs;
    sweptNs = clockNs.getAsLong();
    swept = ownership.state();
    thread = new Thread(this::run, "hbase-watch");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  long bytes() {
    return bytes;
  }

  private void run() {
    try {
      while (!calls.isClosed()) {
        look();
        Thread.sleep(PERIOD_MS);
      }
    } catch (InterruptedException e) {
      // The table is closed.
    } catch (RuntimeException e) {
      if (!calls.isClosed()) {
        calls.lose("the watch of the table " + table.name() + " has failed: " + e);
      }
    }
  }

  /** Does the periodic work once. The thread calls this method every second. */
  void look() {
    try {
      ownership.check(WATCH, 0);
      long nowNs = clockNs.getAsLong();
      if (nowNs - sweptNs >= GRACE_NS) {
        TableState present = state.get();
        int unused = sweep(swept);
        swept = present;
        sweptNs = nowNs;
      }
      if (!measured || nowNs - measuredNs >= SIZE_PERIOD_NS) {
        measure();
        measured = true;
        measuredNs = nowNs;
      }
    } catch (IOException e) {
      // Calls has recorded the failure, and the next call of this method tries again.
    }
  }

  private void measure() throws IOException {
    long sum = 0;
    try (Admin admin = connection.getAdmin()) {
      for (ServerName server : admin.getRegionServers()) {
        for (RegionMetrics region : admin.getRegionMetrics(server, table.name())) {
          sum += (long) region.getStoreFileSize().get(Size.Unit.BYTE);
          sum += (long) region.getMemStoreSize().get(Size.Unit.BYTE);
        }
      }
    }
    bytes = sum;
  }

  /**
   * Removes the tombstones at or below the version of a state.
   *
   * @return the number of removed tombstones
   */
  int sweep(TableState passed) throws IOException {
    int removed = 0;
    Scan scan = new Scan().addColumn(DELETED, VALUE);
    try (ResultScanner rows = calls.prepare(WATCH, () -> table.get().getScanner(scan))) {
      List<Delete> group = new ArrayList<>();
      for (Result row = calls.once(WATCH, rows::next);
          row != null;
          row = calls.once(WATCH, rows::next)) {
        long version = row.rawCells()[0].getTimestamp();
        if (version <= passed.state().version()) {
          group.add(RowFormat.remove(row.getRow(), version));
          removed++;
        }
        if (group.size() == REMOVED_TOGETHER) {
          remove(group);
        }
      }
      remove(group);
    }
    return removed;
  }

  private void remove(List<Delete> group) throws IOException {
    if (!group.isEmpty()) {
      ownership.check(WATCH, 0);
      calls.once(
          WATCH,
          () -> {
            table.get().delete(new ArrayList<>(group));
            return group;
          });
      group.clear();
    }
  }

  /** Ends the thread, because the table is closed. */
  void close() {
    thread.interrupt();
    boolean interrupted = false;
    try {
      thread.join();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
