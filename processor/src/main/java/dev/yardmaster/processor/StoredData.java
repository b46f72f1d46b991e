package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.service.DataLimit;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.log.LogSize;
import dev.yardmaster.storage.log.checkpoint.TableFlush;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.table.DiskTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;

/**
 * The data at the start of a pipeline: the stores of its shards, and the end position of the log.
 * The commits are either only in memory, or also in the log of a data directory, or also in a log
 * that the pipeline shares with other machines.
 */
@NullUnmarked // Internal: data, replication and table may be null.
final class StoredData {

  private final List<VersionedStore> stores;
  private final DataDirectory data;
  private final GroupReplication replication;

  private StoredData(
      List<VersionedStore> stores, DataDirectory data, GroupReplication replication) {
    this.stores = stores;
    this.data = data;
    this.replication = replication;
  }

  /**
   * Creates the stores. If the pipeline is durable, opens the data directory and reads its contents
   * into the stores.
   */
  static StoredData open(PipelineConfig config, PipelineParts parts) {
    GroupReplication replication = parts.replication();
    if (replication != null) {
      return new StoredData(replication.start().stores(), null, replication);
    }
    List<VersionedStore> stores = new ArrayList<>();
    if (config.durability().isDurable()) {
      return new StoredData(stores, directory(config, parts, stores), null);
    }
    if (config.storage() == Storage.DISK) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "storage on disk needs durability",
          "durability",
          config.durability().mode());
    }
    addStores(config, parts, null, stores);
    return new StoredData(stores, null, null);
  }

  private static DataDirectory directory(
      PipelineConfig config, PipelineParts parts, List<VersionedStore> stores) {
    Durability durability = config.durability();
    RecoveryProgress report = new RecoveryProgress(durability.directory(), parts.clock());
    DataDirectory data =
        DataDirectory.open(
            durability.directory(),
            parts::disk,
            config.storage() == Storage.DISK
                ? folder -> parts.table(folder, config.tableCacheBytes())
                : null,
            durability.segmentBytes(),
            parts.logBufferBytes(config.limits().maxBytes()),
            table -> {
              addStores(config, parts, table, stores);
              return new RecoveredEntries(
                  parts.fingerprints(), stores, () -> relieve(table, stores, config));
            },
            report,
            parts.epochClock()::time);
    report.found(data.recovered());
    return data;
  }

  /**
   * Adds the store of each shard.
   *
   * @param table the table of all shards; null if the data are in memory
   */
  private static void addStores(
      PipelineConfig config, PipelineParts parts, DiskTable table, List<VersionedStore> stores) {
    int shards = config.storageWorkers();
    for (int i = 0; i < shards; i++) {
      stores.add(
          table == null ? parts.store() : parts.store(table, i, shards, config.memoryBytes()));
    }
  }

  /**
   * If recovered changes fill the memory, flushes them to the table and removes them from memory.
   * The flush does not advance the log position of the table, so the next start would replay this
   * part of the log again.
   */
  private static void relieve(DiskTable table, List<VersionedStore> stores, PipelineConfig config) {
    long bytes = stores.stream().mapToLong(VersionedStore::bytes).sum();
    if (table == null || bytes <= DataLimit.bytesOf(config.maxDataBytes())) {
      return;
    }
    try {
      TableFlush.run(table, stores, table.state());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (VersionedStore store : stores) {
      for (long before = Long.MAX_VALUE; store.bytes() < before; ) {
        before = store.bytes();
        store.release(Long.MAX_VALUE);
      }
    }
  }

  /** Closes the data directory after a failed start. */
  void closeAfter(Throwable thrown) {
    if (data != null) {
      Disk.closeAfter(thrown, data);
    }
  }

  /** Returns the store of each shard. */
  List<VersionedStore> stores() {
    return stores;
  }

  /** Returns the data directory; null if there is none. */
  DataDirectory data() {
    return data;
  }

  /**
   * Returns the log that the pipeline shares with other machines; null if the log is not
   * replicated.
   */
  GroupReplication replication() {
    return replication;
  }

  /** Returns the table of the data; null if all data are in memory. */
  DiskTable table() {
    return data != null ? data.table() : replication != null ? replication.start().table() : null;
  }

  /** Returns a warning about the table of the data; empty if there is no problem, or no table. */
  Optional<String> warning() {
    return table() == null ? Optional.empty() : table().warning();
  }

  /** Returns the size of the log in the data directory. */
  LogSize logSize() {
    return data == null ? LogSize.NONE : data.log().size();
  }

  boolean isLogged() {
    return data != null || replication != null;
  }

  /** Returns the last commit version in the log; 0 without a log. */
  long startVersion() {
    return data != null
        ? data.recovered().startVersion()
        : replication != null ? replication.start().version() : 0;
  }

  /** Returns the horizon for transaction ids in the log, in ms since 1970; 0 without a log. */
  long horizonMs() {
    return data != null
        ? data.recovered().horizonMs()
        : replication != null ? replication.start().horizonMs() : 0;
  }

  /** Returns the number of this start. No earlier start with the same log has this number. */
  long epoch() {
    return data != null
        ? data.recovered().epoch()
        : replication != null ? replication.start().term() : 0;
  }
}
