package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.processor.coordinator.StorageLinks;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.TypedTablesCheck;
import java.util.Arrays;
import java.util.List;

/**
 * Writes the entries of a data directory, or of a replicated group, to the stores of a pipeline
 * that is not running. The object collects entries and writes them in groups, so that the CPU
 * overlaps the cache misses of a group's keys. The thread that owns the stores uses the object.
 */
public final class RecoveredEntries implements Recovery.KeyValueSink {

  private static final int GROUP = 256;

  /** A group ends when the total length of its values reaches this limit. */
  private static final int GROUP_BYTES = 1 << 20;

  private final Fingerprints fingerprints;
  private final List<VersionedStore> stores;
  private final Key[] keys = new Key[GROUP];
  private final byte[][] values = new byte[GROUP][];
  private final long[] versions = new long[GROUP];
  private final long[] prints = new long[GROUP];
  private final Runnable afterGroup;
  private int size;
  private int bytes;

  /** Creates an object without entries. */
  public RecoveredEntries(Fingerprints fingerprints, List<VersionedStore> stores) {
    this(fingerprints, stores, () -> {});
  }

  /**
   * Creates an object without entries.
   *
   * @param afterGroup is called after each group of entries is written
   */
  RecoveredEntries(Fingerprints fingerprints, List<VersionedStore> stores, Runnable afterGroup) {
    this.fingerprints = fingerprints;
    this.stores = stores;
    this.afterGroup = afterGroup;
  }

  @Override
  public void expect(long entries) {
    // The fingerprints distribute the keys evenly over the shards.
    long each = entries / stores.size() + 1;
    stores.forEach(store -> store.reserve((int) Math.min(each, Integer.MAX_VALUE)));
  }

  /**
   * Receives an entry.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the directory has typed tables,
   *     whose rows are not values of this service
   */
  @Override
  public void entry(Key key, byte[] value, long version) {
    TypedTablesCheck.refuse(key);
    keys[size] = key;
    values[size] = value;
    versions[size] = version;
    prints[size] = fingerprints.of(key);
    storeOf(prints[size]).expect(prints[size], false);
    size++;
    bytes += value == null ? 0 : value.length;
    if (size == GROUP || bytes >= GROUP_BYTES) {
      flush();
    }
  }

  /** Writes the entries of the last group. */
  @Override
  public void complete() {
    flush();
  }

  private void flush() {
    stores.forEach(VersionedStore::prefetch);
    for (int i = 0; i < size; i++) {
      storeOf(prints[i]).write(keys[i], prints[i], values[i], versions[i]);
    }
    Arrays.fill(keys, 0, size, null);
    Arrays.fill(values, 0, size, null);
    size = 0;
    bytes = 0;
    afterGroup.run();
  }

  private VersionedStore storeOf(long fingerprint) {
    return stores.get(StorageLinks.shardOf(fingerprint, stores.size()));
  }
}
