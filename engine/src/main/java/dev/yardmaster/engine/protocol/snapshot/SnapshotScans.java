package dev.yardmaster.engine.protocol.snapshot;

import dev.yardmaster.engine.protocol.RangeReader;
import dev.yardmaster.engine.protocol.versions.Versions;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * One worker's scans of snapshots. The stamp as of which a transaction reads determines the rows of
 * a range, so the rows need no accesses, and a scan of any length needs no memory. If the
 * transaction will be certified, a scan enters its range in the {@link ScannedRanges}.
 *
 * <p>A transaction that only reads a snapshot enters the current epoch between two pages, so that a
 * long scan does not stop the freeing of slots. The accesses of the transaction stay valid: what
 * they have read is in them, and the slot of a record that was absent as of the snapshot can only
 * be reused for one that is absent as of it, too.
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
