package dev.yardmaster.replication.pipeline;

import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.table.DiskTable;
import java.nio.file.Path;

/**
 * The parts of a machine with a fake table in memory. The stores that use this table have little
 * memory.
 */
class DiskParts extends ReplicatedPipeline.TermParts {

  /** The memory for the entries of a shard, in bytes. */
  static final long STORE_BYTES = 4_000;

  private final long flushBytes;

  /**
   * Creates the parts.
   *
   * @param flushBytes the number of bytes of log after which the stores flush their changes
   */
  DiskParts(GroupReplication replication, long flushBytes) {
    super(1, 2, replication);
    this.flushBytes = flushBytes;
  }

  @Override
  public DiskTable table(Path folder, long cacheBytes) {
    return new OpenTable();
  }

  @Override
  public VersionedStore store(DiskTable table, int shard, int shards, long memoryBytes) {
    return super.store(table, shard, shards, shards * STORE_BYTES);
  }

  @Override
  public long flushBytes(long memoryBytes) {
    return flushBytes;
  }
}
