package dev.yardmaster.replication.pipeline;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.snapshot.SnapshotHistory;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.storage.VersionedStore;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * The snapshots of a machine while it is a follower. The object uses one {@link FollowerSnapshots}
 * after the other. The owner of the stores calls the methods that return nothing; any thread may
 * call the other methods.
 */
final class FollowerReads {

  private final PipelineConfig config;
  private final PipelineParts parts;
  private final Supplier<List<VersionedStore>> stores;
  private final Supplier<ReplicatedLog> log;
  private final Executor owner;
  private final SnapshotHistory history;

  /** The current snapshots, and the number of confirmations before them. */
  private record Present(FollowerSnapshots snapshots, long earlierConfirmations) {
    long confirmations() {
      return earlierConfirmations + snapshots.confirmations();
    }
  }

  @Shared(
      writers = "the owner of the stores",
      readers = "threads that open a snapshot or show figures",
      access = "volatile reference; its snapshots have ended while this machine leads")
  private volatile Present present;

  /**
   * Creates the object for a machine without data. The parameters have the same meanings as in
   * {@link FollowerSnapshots}.
   */
  FollowerReads(
      PipelineConfig config,
      PipelineParts parts,
      Supplier<List<VersionedStore>> stores,
      Supplier<ReplicatedLog> log,
      Executor owner) {
    this.config = config;
    this.parts = parts;
    this.stores = stores;
    this.log = log;
    this.owner = owner;
    HistoryRecorder recorder = parts.recorder();
    history = recorder == null ? null : new SnapshotHistory(recorder, parts.clock());
    present = new Present(newSnapshots(0), 0);
  }

  private FollowerSnapshots newSnapshots(long version) {
    return new FollowerSnapshots(config, parts, stores, version, log, owner, history);
  }

  /**
   * Begins to serve snapshots again after {@link #end}.
   *
   * @param version the last version of the last installed group
   */
  void begin(long version) {
    present = new Present(newSnapshots(version), confirmations());
  }

  /** Ends all snapshots, and refuses new snapshots. */
  void end(String why) {
    present
        .snapshots()
        .end(
            new YardmasterException(
                ErrorCode.CLOSED, why + ", which ends its snapshots; open a new snapshot"));
  }

  /** Records that a group is completely installed. */
  void installed(long lastVersion) {
    present.snapshots().installed(lastVersion);
  }

  /** Opens a snapshot; see {@link StoreReplica#snapshot}. */
  CompletionStage<OpenSnapshot> open(SnapshotOptions options) {
    return present.snapshots().open(options);
  }

  /** Returns the number of open snapshots. */
  int openCount() {
    return present.snapshots().openCount();
  }

  /** Returns the number of confirmations that were requested from a leader since the start. */
  long confirmations() {
    return present.confirmations();
  }
}
