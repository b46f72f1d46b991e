package dev.yardmaster.engine.protocol.snapshot;

import dev.yardmaster.engine.protocol.RangeReader;
import dev.yardmaster.engine.protocol.versions.Versions;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * One worker's scans under snapshot isolation. The snapshot of a transaction determines which rows
 * a scan of a range returns. So the rows need no accesses, and the memory of a scan does not depend
 * on its length. If the transaction will be certified, a scan adds its range to the {@link
 * ScannedRanges}.
 *
 * <p>A transaction that only reads a snapshot moves to the current epoch between two pages of a
 * scan, so that a long scan does not delay the freeing of slots. The transaction's accesses stay
 * valid in the new epoch. The accesses contain copies of the rows that were read. If a record was
 * absent as of the snapshot, its slot can be reused only for a record that is also absent as of the
 * snapshot.
 */
final class SnapshotScans implements RangeReader {

  private final SnapshotControl control;
  private final Versions versions;
  private long version;

  SnapshotScans(SnapshotControl control, Versions versions) {
    this.control = control;
    this.versions = versions;
  }

  @Override
  public KeyRanges rangesOf(Table table) {
    return KeyRanges.ONE;
  }

  @Override
  public int enter(
      Table table,
      int range,
      long low,
      byte[] lowRest,
      long high,
      byte[] highRest,
      boolean covers) {
    ScannedRanges scanned = control.scanned();
    return scanned == null ? 0 : scanned.add(table, low, lowRest, high, highRest);
  }

  @Override
  public boolean read(Table table, int record, Row into) {
    version = versions.readRow(table, record, control.readAsOf(), into);
    return version > 0;
  }

  @Override
  public long version() {
    return Math.abs(version);
  }

  @Override
  public void betweenPages() {
    control.refreshEpoch();
  }

  @Override
  public void stop(int entered, long key, byte[] rest, boolean backward) {
    ScannedRanges scanned = control.scanned();
    if (scanned != null) {
      scanned.stop(entered, key, rest, backward);
    }
  }
}
