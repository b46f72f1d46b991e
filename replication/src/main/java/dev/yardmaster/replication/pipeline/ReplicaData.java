package dev.yardmaster.replication.pipeline;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.RecoveredEntries;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.TableEntries;
import dev.yardmaster.storage.log.checkpoint.TableFlush;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import dev.yardmaster.storage.table.DiskTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The data of one machine: the stores of the shards, the table of the stores if the data are on
 * disk, and the position in the log up to which the data contain the commits. The log's thread owns
 * the data. While a pipeline is open, the pipeline owns the stores.
 *
 * <p>A leader takes a snapshot of the log while its pipeline continues to write. So the snapshot
 * may lack keys that later groups wrote during this time. The leader had applied these groups, so a
 * majority of the machines has the groups. Therefore every later leader has the groups in its log,
 * and applies them before it opens a pipeline. Only a machine that is {@linkplain
 * dev.yardmaster.replication.ReplicatedLog#recoverAlone recovered alone} may become the leader
 * without these groups. After a load of such a snapshot, the machine first applies all groups that
 * were committed at the end of the load. Only then does it open snapshots for readers.
 *
 * <p>If the data are on disk, the stores use a {@link ReplicaTable}, and a snapshot first flushes
 * the stores' changes to the table. All these changes belong to applied groups, so they are
 * committed and in the log of every later leader.
 */
final class ReplicaData {

  private static final Key OLDEST_OUTCOME = outcomeKey(0);

  /** The maximum number of outcomes in a shard that are dropped after one group. */
  private static final int MAX_FORGOTTEN = 256;

  private final PipelineConfig config;
  private final PipelineParts parts;

  /** The table of the stores; null if the data are in memory. */
  private final ReplicaTable table;

  /** The stores of the shards; null before the first use. */
  private List<VersionedStore> stores;

  private long lastVersion;

  @Shared(
      writers = "the log's thread",
      readers = "any thread that asks whether the data are complete",
      access = "volatile; written when the answer changes")
  private volatile long incompleteThrough;

  private long horizonMs;

  /** Creates empty data. The parameters have the same meanings as in {@link StoreReplica}. */
  ReplicaData(PipelineConfig config, Path folder, PipelineParts parts) {
    this.config = config;
    this.parts = parts;
    table =
        config.storage() == Storage.DISK
            ? new ReplicaTable(
                folder.resolve(DataDirectory.TABLE),
                path -> parts.table(path, config.tableCacheBytes()))
            : null;
  }

  /** Returns the stores of the shards. */
  List<VersionedStore> stores() {
    if (stores == null) {
      newStores();
    }
    return stores;
  }

  private void newStores() {
    stores = new ArrayList<>();
    int shards = config.storageWorkers();
    for (int i = 0; i < shards; i++) {
      VersionedStore store =
          table == null ? parts.store() : parts.store(table.get(), i, shards, config.memoryBytes());
      store.keepReplaced(false);
      stores.add(store);
    }
  }

  /** Returns the table of the stores; null if the data are in memory. */
  DiskTable table() {
    return table == null ? null : table.get();
  }

  /** Returns the last version of the last group that counted. */
  long lastVersion() {
    return lastVersion;
  }

  /** See {@link StoreReplica#incompleteThrough}. Any thread may call this method. */
  long incompleteThrough() {
    return incompleteThrough;
  }

  /**
   * Returns an upper bound of the versions in the stores. When the log was applied up to this
   * version, every commit in the stores is complete.
   */
  long completeFrom() {
    return Math.max(lastVersion, incompleteThrough);
  }

  /**
   * Returns the time, in ms since 1970, before which the outcomes of transaction ids may have been
   * dropped.
   */
  long horizonMs() {
    return horizonMs;
  }

  void raiseHorizon(long toMs) {
    horizonMs = Math.max(horizonMs, toMs);
  }

  /**
   * Advances the position past a group that counts.
   *
   * @param isOwn whether this machine has appended the group; only groups of another leader add the
   *     writes that a loaded snapshot lacks
   */
  void advance(ReplicatedGroup.Header group, boolean isOwn) {
    lastVersion = group.lastVersion();
    if (!isOwn && incompleteThrough > 0 && lastVersion >= incompleteThrough) {
      incompleteThrough = 0;
    }
    raiseHorizon(group.horizonMs());
  }

  /** Writes the commits of a group to the stores. */
  void install(ByteBuffer group) {
    RecoveredEntries entries = new RecoveredEntries(parts.fingerprints(), stores());
    ReplicatedGroup.read(group, entries);
    entries.complete();
  }

  /** Drops some of the outcomes of ids below the horizon. */
  void forgetOutcomes() {
    for (VersionedStore store : stores()) {
      if (store.reservedSize() > 0) {
        int unused = store.forget(OLDEST_OUTCOME, outcomeKey(horizonMs), MAX_FORGOTTEN);
      }
    }
  }

  private static Key outcomeKey(long createdMs) {
    return new TransactionId(createdMs, 0, 0).outcomeKey();
  }

  /**
   * Writes a checkpoint, as described at {@link StoreReplica#save}.
   *
   * @param folder the folder of the checkpoint; null if the disk is not in the file system
   * @param leading the pipeline that owns the stores; null if this machine is a follower
   */
  Replica.Save save(Disk disk, Path folder, Pipeline leading) throws IOException {
    long version = lastVersion;
    if (table != null) {
      return saveTable(disk, folder, leading, version);
    }
    if (leading != null) {
      return () -> leading.checkpoint(disk, version);
    }
    ReplicaCheckpoint.write(
        disk,
        stores(),
        config.maxValueBytes(),
        new ReplicaCheckpoint.Position(version, completeFrom(), horizonMs));
    return Replica.Save.DONE;
  }

  private Replica.Save saveTable(Disk disk, Path folder, Pipeline leading, long version)
      throws IOException {
    table.beginSave();
    try {
      if (leading == null) {
        DiskTable.State state = new DiskTable.State(version, completeFrom(), horizonMs);
        TableFlush.run(table.get(), stores(), state);
      }
    } catch (IOException | RuntimeException | Error e) {
      table.endSave();
      throw e;
    }
    return () -> {
      try {
        if (leading != null) {
          leading.checkpoint(disk, version);
        }
        table.save(disk, folder);
      } finally {
        table.endSave();
      }
    };
  }

  /**
   * Replaces the data by the data of a checkpoint.
   *
   * @param saved the folder in which a table may have been saved with the checkpoint; null if there
   *     is no such folder
   */
  void load(Disk disk, Path saved) throws IOException {
    boolean isBeside = saved != null && Files.exists(saved);
    if (table == null) {
      if (isBeside) {
        throw new IOException(
            "the snapshot has a table on disk, so this machine needs storage on disk: " + saved);
      }
      newStores();
      take(ReplicaCheckpoint.read(disk, new RecoveredEntries(parts.fingerprints(), stores)));
      return;
    }
    if (isBeside) {
      table.replaceBy(saved);
    } else {
      table.clear();
    }
    try {
      take(ReplicaCheckpoint.read(disk, new TableEntries(table.get())));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    table.get().commit(new DiskTable.State(lastVersion, completeFrom(), horizonMs));
    newStores();
  }

  private void take(ReplicaCheckpoint.Position position) {
    lastVersion = position.version();
    incompleteThrough = position.completeFrom() > lastVersion ? position.completeFrom() : 0;
    horizonMs = position.horizonMs();
  }

  void close() {
    if (table != null) {
      try {
        table.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
