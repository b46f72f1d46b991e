package dev.yardmaster.storage.hbase;

import static dev.yardmaster.storage.hbase.RowFormat.DATA;
import static dev.yardmaster.storage.hbase.RowFormat.VALUE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.jspecify.annotations.Nullable;

/**
 * A scan of rows. If a call fails, the scan can continue after the last visited row. One thread
 * uses the object.
 */
final class RowScan {

  /** Receives the rows of a scan, and returns whether the scan continues. */
  @FunctionalInterface
  interface RowVisitor {
    boolean visit(byte[] row, Cell cell) throws IOException;
  }

  /** Opens scans. */
  @FunctionalInterface
  interface Scanners {
    ResultScanner open(Scan scan) throws IOException;
  }

  private static final int ROWS_OF_A_CALL = 100;

  private final Calls calls;
  private final Scanners scanners;
  private final byte[] first;
  private final byte[] end;
  private final boolean backward;
  private final boolean keysOnly;
  private byte @Nullable [] last;

  RowScan(
      Calls calls,
      Scanners scanners,
      byte[] first,
      byte[] end,
      boolean backward,
      boolean keysOnly) {
    this.calls = calls;
    this.scanners = scanners;
    this.first = first;
    this.end = end;
    this.backward = backward;
    this.keysOnly = keysOnly;
  }

  private Scan rest() {
    Scan scan = new Scan().addColumn(DATA, VALUE).setCaching(ROWS_OF_A_CALL);
    if (keysOnly) {
      scan.setFilter(new KeyOnlyFilter());
    }
    byte[] after = last;
    return backward
        ? scan.setReversed(true)
            .withStartRow(after == null ? end : after, false)
            .withStopRow(first, true)
        : scan.withStartRow(after == null ? first : after, after == null).withStopRow(end, false);
  }

  /**
   * Visits all rows. If HBase does not answer, waits until it does.
   *
   * @throws UncheckedIOException if the visitor fails, or the scan cannot continue
   */
  void run(RowVisitor visitor) {
    while (true) {
      try {
        runOnce(
            (row, cell) -> {
              try {
                return visitor.visit(row, cell);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
        return;
      } catch (IOException e) {
        calls.pause(e);
      }
    }
  }

  /**
   * Visits the rows that no earlier call has visited.
   *
   * @throws IOException if the visitor fails, or HBase does not answer within the timeout
   */
  void runOnce(RowVisitor visitor) throws IOException {
    if (Arrays.compareUnsigned(first, end) >= 0) {
      return;
    }
    try (ResultScanner rows = calls.prepare(Calls.Kind.SCAN, () -> scanners.open(rest()))) {
      Result row;
      while ((row = calls.once(Calls.Kind.SCAN, rows::next)) != null) {
        Cell cell = row.getColumnLatestCell(DATA, VALUE);
        if (cell != null && !visitor.visit(row.getRow(), cell)) {
          return;
        }
        last = row.getRow();
      }
    }
  }
}
