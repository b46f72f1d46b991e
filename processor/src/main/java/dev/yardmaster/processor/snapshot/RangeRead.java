package dev.yardmaster.processor.snapshot;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.worker.SnapshotRead;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A message to one shard that requests the beginning of a scan at a version. */
final class RangeRead extends SnapshotRead {

  /** The maximum number of keys that a shard visits to answer one message. */
  private static final int MAX_VISITED = 512;

  /**
   * The total length of values, in bytes, at which a shard stops and answers. An answer contains at
   * least one entry, so the answer may exceed this length by one value.
   */
  private static final int MAX_VALUE_BYTES = 1 << 18;

  /**
   * A snapshot's request for one page of a scan. Each shard has a part of every range, so this
   * object merges the answers of all shards. If a shard has stopped before the end of the range,
   * the page ends at the latest at this shard's last visited key. If the range has no entry up to
   * this key, further messages continue the scan after this key.
   */
  static final class Step {
    private final Snapshots snapshots;
    private final Scan scan;
    private final long asOf;
    private final RangeRead[] reads;

    @Shared(
        writers = "the storage workers that answer",
        readers = "the same",
        access =
            "atomic decrement; the worker that answers last reads what the others have written")
    private final AtomicInteger unanswered = new AtomicInteger();

    private final CompletableFuture<ScannedEntries> result = new CompletableFuture<>();
    private final List<Long> versions = new ArrayList<>();

    /** The key after which the shards continue; null to begin with the range's first key. */
    private Key after;

    Step(Snapshots snapshots, Scan scan, boolean afterFirst, long asOf, int shards) {
      this.snapshots = snapshots;
      this.scan = scan;
      this.asOf = asOf;
      after = afterFirst && !scan.backward() ? scan.from() : null;
      reads = new RangeRead[shards];
    }

    void send() {
      unanswered.set(reads.length);
      for (int shard = 0; shard < reads.length; shard++) {
        reads[shard] = new RangeRead(this, asOf);
      }
      // The loop uses a copy of the array. As soon as the loop has sent the last message, another
      // thread may receive all answers and begin the next round, and the next round replaces the
      // elements of {@code reads}.
      RangeRead[] round = reads.clone();
      for (int shard = 0; shard < round.length; shard++) {
        snapshots.send(shard, round[shard]);
      }
    }

    CompletableFuture<ScannedEntries> result() {
      return result;
    }

    /** Returns the versions of the values on the page. */
    List<Long> versions() {
      return versions;
    }

    private void answered() {
      if (unanswered.decrementAndGet() > 0) {
        return;
      }
      Key end = end();
      ScannedEntries page = join(end);
      if (page.size() == 0 && !page.isComplete()) {
        after = end;
        send();
      } else {
        result.complete(page);
      }
    }

    /**
     * Returns the last key up to which all shards have visited the range; null if all shards have
     * visited the whole range.
     */
    private Key end() {
      Key end = null;
      for (RangeRead read : reads) {
        if (!read.complete && (end == null || isBefore(read.lastVisited, end))) {
          end = read.lastVisited;
        }
      }
      return end;
    }

    private ScannedEntries join(Key end) {
      ScannedEntries page = new ScannedEntries();
      int[] next = new int[reads.length];
      while (true) {
        int first = -1;
        for (int shard = 0; shard < reads.length; shard++) {
          if (next[shard] < reads[shard].keys.size()
              && (first < 0
                  || isBefore(
                      reads[shard].keys.get(next[shard]), reads[first].keys.get(next[first])))) {
            first = shard;
          }
        }
        if (first < 0) {
          break;
        }
        Key key = reads[first].keys.get(next[first]);
        if (page.size() == scan.limit() || (end != null && isBefore(end, key))) {
          page.cut();
          return page;
        }
        page.add(key, reads[first].values.get(next[first]));
        versions.add(reads[first].versions.get(next[first]++));
      }
      if (end != null) {
        page.cut();
      }
      return page;
    }

    private boolean isBefore(Key key, Key other) {
      int order = key.compareTo(other);
      return scan.backward() ? order > 0 : order < 0;
    }
  }

  private final Step step;
  private final List<Key> keys = new ArrayList<>();
  private final List<byte[]> values = new ArrayList<>();
  private final List<Long> versions = new ArrayList<>();
  private int visited;
  private long valueBytes;
  private Key lastVisited;
  private boolean complete = true;

  private RangeRead(Step step, long asOf) {
    super(asOf);
    this.step = step;
  }

  @Override
  protected void read(VersionedStore store, long asOf) {
    Scan scan = step.scan;
    Key from = step.after != null && !scan.backward() ? step.after : scan.from();
    Key to = step.after != null && scan.backward() ? step.after : scan.to();
    store.entriesAsOf(from, to, scan.backward(), asOf, this::take);
    step.answered();
  }

  private boolean take(VersionedStore.Entry entry) {
    if (entry.key().equals(step.after)) {
      return true;
    }
    if (visited == MAX_VISITED
        || valueBytes >= MAX_VALUE_BYTES
        || keys.size() == step.scan.limit()) {
      complete = false;
      return false;
    }
    visited++;
    lastVisited = entry.key();
    if (entry.value() != null) {
      keys.add(entry.key());
      values.add(entry.value());
      versions.add(entry.version());
      valueBytes += entry.value().length;
    }
    return true;
  }

  @Override
  public void fail(YardmasterException error) {
    step.result.completeExceptionally(error);
  }
}
