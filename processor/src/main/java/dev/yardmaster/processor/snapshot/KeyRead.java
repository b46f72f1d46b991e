package dev.yardmaster.processor.snapshot;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.worker.SnapshotRead;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A message to one shard that requests the values of some keys at a version. */
final class KeyRead extends SnapshotRead {

  /**
   * A snapshot's request for several keys, which may be in different shards. The worker of a key's
   * shard writes the result for the key.
   */
  static final class Step {
    private final List<Key> keys;
    private final byte[][] values;
    private final long[] versions;
    private final KeyRead[] reads;

    @Shared(
        writers = "the storage workers that answer",
        readers = "the same",
        access =
            "atomic decrement; the worker that answers last reads what the others have written")
    private final AtomicInteger unanswered = new AtomicInteger();

    private final CompletableFuture<byte[][]> result = new CompletableFuture<>();

    Step(List<Key> keys, long asOf, int shards) {
      this.keys = keys;
      values = new byte[keys.size()][];
      versions = new long[keys.size()];
      reads = new KeyRead[shards];
      for (int shard = 0; shard < shards; shard++) {
        reads[shard] = new KeyRead(this, asOf);
      }
    }

    void add(int shard, int position, long fingerprint) {
      reads[shard].add(position, fingerprint);
    }

    void send(Snapshots snapshots) {
      for (KeyRead read : reads) {
        unanswered.addAndGet(read.count > 0 ? 1 : 0);
      }
      if (unanswered.get() == 0) {
        result.complete(values);
      }
      for (int shard = 0; shard < reads.length; shard++) {
        if (reads[shard].count > 0) {
          snapshots.send(shard, reads[shard]);
        }
      }
    }

    CompletableFuture<byte[][]> result() {
      return result;
    }

    Key key(int position) {
      return keys.get(position);
    }

    /** Returns the version of the value that was read; 0 if the key had no value. */
    long version(int position) {
      return versions[position];
    }
  }

  private final Step step;
  private int[] positions = new int[8];
  private long[] fingerprints = new long[8];
  private int count;

  private KeyRead(Step step, long asOf) {
    super(asOf);
    this.step = step;
  }

  private void add(int position, long fingerprint) {
    if (count == positions.length) {
      positions = Arrays.copyOf(positions, 2 * count);
      fingerprints = Arrays.copyOf(fingerprints, 2 * count);
    }
    positions[count] = position;
    fingerprints[count++] = fingerprint;
  }

  @Override
  protected void read(VersionedStore store, long asOf) {
    for (int i = 0; i < count; i++) {
      int position = positions[i];
      VersionedStore.Entry entry = store.getAsOf(step.keys.get(position), fingerprints[i], asOf);
      if (entry != null) {
        step.values[position] = entry.value();
        step.versions[position] = entry.version();
      }
    }
    if (step.unanswered.decrementAndGet() == 0) {
      step.result.complete(step.values);
    }
  }

  @Override
  public void fail(YardmasterException error) {
    step.result.completeExceptionally(error);
  }
}
