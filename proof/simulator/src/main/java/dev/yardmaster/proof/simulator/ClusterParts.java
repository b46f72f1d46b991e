package dev.yardmaster.proof.simulator;

import dev.yardmaster.processor.CallerWait;
import dev.yardmaster.processor.log.LiveCheckpoint;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.pipeline.StoreReplica;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.validator.Watermark;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Hooks for the parts of one member of a simulated cluster. By default the hooks have no effect; a
 * test can plant a bug by overriding a hook.
 */
class ClusterParts {

  /** Returns the replica that the log calls. */
  Replica replica(StoreReplica replica) {
    return replica;
  }

  /** Returns the log that the replica uses. */
  ReplicatedLog log(ReplicatedLog log) {
    return log;
  }

  /** Returns the executor that runs calls as the owner of the stores. */
  Executor owner(Executor owner) {
    return owner;
  }

  /**
   * Returns the mark that determines the version of snapshots on a member that does not lead.
   *
   * @param mark the mark at the last version of the last installed group
   */
  Watermark followedThrough(Watermark mark) {
    return mark;
  }

  /** Returns the log that the pipeline of a term uses. */
  GroupReplication replication(GroupReplication log) {
    return log;
  }

  /** Returns a new store for one shard. It is used only if the data are in memory. */
  VersionedStore store() {
    return new InMemoryStore();
  }

  /** Returns the table that the member uses. It is used only if the data are on disk. */
  DiskTable table(DiskTable table) {
    return table;
  }

  /**
   * Returns the object that writes checkpoints of the pipeline of a term. The parameters are those
   * of the constructor of {@link LiveCheckpoint}.
   */
  LiveCheckpoint liveCheckpoint(Watermark watermark, LongSupplier horizonMs, CallerWait wait) {
    return new LiveCheckpoint(watermark, horizonMs, wait::moment);
  }

  /**
   * Returns whether the member has the bug that it leads before it has applied all earlier entries.
   */
  boolean startsEarly() {
    return false;
  }
}
