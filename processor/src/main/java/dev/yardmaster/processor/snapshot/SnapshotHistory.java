package dev.yardmaster.processor.snapshot;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.coordinator.RecordedScan;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * Records the reads of snapshots in the history of a run. A snapshot is recorded as a transaction
 * without writes. The transaction ends when the snapshot is closed, so a snapshot that is never
 * closed is not recorded.
 */
@Shared(
    writers = "threads that close a snapshot",
    readers = "the same",
    access = "guarded by the monitor of the SnapshotHistory")
public final class SnapshotHistory {

  /** The ids of snapshots are negative, so they differ from the ids of transactions. */
  private long lastId;

  private final HistoryRecorder recorder;
  private final NanoClock clock;

  // The record has an array as a component, which is harmless because the records are never
  // compared.
  @SuppressWarnings("ArrayRecordComponent")
  private record Read(Key key, long version, byte[] value) {}

  /**
   * Creates a history.
   *
   * @param recorder a recorder that no other thread uses
   */
  public SnapshotHistory(HistoryRecorder recorder, NanoClock clock) {
    this.recorder = recorder;
    this.clock = clock;
  }

  /**
   * Begins the record of a snapshot. If the snapshot may be stale, the recorded begin is earlier by
   * the maximum staleness.
   */
  Entry begin(SnapshotOptions options, long openedNs) {
    return new Entry(openedNs - options.maxStaleness().toNanos());
  }

  private synchronized void record(Entry entry, long endNs) {
    recorder.begin(--lastId, 0, entry.beganNs, endNs);
    entry.reads.forEach(read -> recorder.read(read.key, read.version, read.value));
    recorder.end();
  }

  /**
   * The record of one snapshot. The steps of a snapshot never run at the same time, so the record
   * needs no lock.
   */
  final class Entry {
    private final long beganNs;
    private final List<Read> reads = new ArrayList<>();

    private Entry(long beganNs) {
      this.beganNs = beganNs;
    }

    void read(Key key, long version, byte[] value, long asOf) {
      reads.add(new Read(key, version == 0 ? -asOf : version, value));
    }

    void scanned(Scan scan, boolean afterFirst, ScannedEntries page, List<Long> of, long asOf) {
      boolean backward = scan.backward();
      Key last = backward ? scan.to() : scan.from();
      boolean withoutLast = afterFirst;
      for (int i = 0; i < page.size(); i++) {
        Key key = page.key(i);
        missing(backward ? key : last, backward ? last : key, backward || withoutLast, asOf);
        reads.add(new Read(key, of.get(i), page.value(i)));
        last = key;
        withoutLast = true;
      }
      if (page.isComplete()) {
        Key end = backward ? scan.from() : scan.to();
        missing(backward ? end : last, backward ? last : end, !backward && withoutLast, asOf);
      }
    }

    private void missing(Key from, Key to, boolean withoutFirst, long asOf) {
      RecordedScan.forEachMissing(
          from, to, withoutFirst, key -> reads.add(new Read(key, -asOf, null)));
    }

    void end() {
      record(this, clock.nanoTime());
    }
  }
}
