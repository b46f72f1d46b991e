package dev.yardmaster.replication.pipeline;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * One machine: its data, the pipeline over these data while this machine leads, and {@link
 * FollowerSnapshots} while it does not. The log's thread makes all calls of {@link Replica}, and
 * owns the stores meanwhile.
 *
 * <p>A leader's commits are installed by its pipeline, after they are applied. The replica keeps
 * the bytes of a group until the pipeline has installed it, because the pipeline may end before
 * that.
 */
public final class StoreReplica implements Replica {

  /** Opens and closes the pipelines of a replica. The log's thread calls the methods. */
  public interface Pipelines {

    /**
     * Opens the pipeline of a term.
     *
     * @param config the replica's settings
     */
    Pipeline open(PipelineConfig config, PipelineParts parts);

    /** Closes a pipeline. When the method returns, no agent of the pipeline runs any more. */
    default void close(Pipeline pipeline) {
      pipeline.close();
    }

    /**
     * Lets another machine lead, because the pipeline of the term has ended. Any thread may call
     * this method, which must not wait.
     */
    void stepDown(ReplicatedLog log, long term);
  }

  /**
   * How many versions each term skips after the newest commit in the stores. The number exceeds the
   * number of versions that the leader before can have assigned to transactions after that commit.
   */
  private static final long LOST_VERSIONS = 1L << 24;

  private final PipelineConfig config;
  private final Function<GroupReplication, PipelineParts> partsOf;
  private final Pipelines pipelines;

  private final ReplicaData data;
  private final FollowerReads reads;
  private ReplicatedLog log;

  private LeaderTerm term;
  private long openedTerm;
  private final ArrayDeque<Uninstalled> uninstalled = new ArrayDeque<>();

  @Shared(
      writers = "the log's thread",
      readers = "any thread that asks for the leader's pipeline",
      access = "volatile reference; the pipeline may be closed by the time of its use")
  private volatile Pipeline pipeline;

  /** A group of the leader that its pipeline may not have installed. */
  private record Uninstalled(long lastVersion, ByteBuffer group) {}

  /**
   * Creates an empty replica.
   *
   * @param config the settings {@link PipelineConfig#onCores on} the machine's cores, without
   *     durability
   * @param folder the machine's folder, for the table if the data are on disk
   * @param partsOf returns the parts of a term's pipeline, given its log, which is null for the
   *     replica itself; the fingerprints of all of them are equal
   * @param pipelines opens each pipeline, and registers its procedures
   * @param owner runs a call some time later, on a thread that owns the stores meanwhile: no call
   *     of {@link Replica} and no other call of the executor runs at the same time
   */
  public StoreReplica(
      PipelineConfig config,
      Path folder,
      Function<GroupReplication, PipelineParts> partsOf,
      Pipelines pipelines,
      Executor owner) {
    this.config = config;
    this.partsOf = partsOf;
    PipelineParts parts = partsOf.apply(null);
    this.pipelines = pipelines;
    data = new ReplicaData(config, folder, parts);
    reads = new FollowerReads(config, parts, data::stores, this::log, owner);
  }

  /** Sets the log, before the log calls {@link #startLeading} for the first time. */
  public synchronized void joins(ReplicatedLog joined) {
    log = joined;
    notifyAll();
  }

  private synchronized ReplicatedLog log() {
    boolean interrupted = false;
    while (log == null) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return log;
  }

  /** Returns the pipeline while this machine leads. Any thread may call this method. */
  public Optional<Pipeline> pipeline() {
    return Optional.ofNullable(pipeline);
  }

  /**
   * Opens a snapshot of a machine that does not lead, at a version that it has wholly applied; see
   * {@link dev.yardmaster.service.BackEnd#snapshot}. The snapshot contains what its options demand:
   * a leader confirms, no earlier than the maximum staleness before this call, what was committed,
   * and this machine waits until it has applied that. Any thread may call this method.
   *
   * <p>The stage fails with {@link ErrorCode#NOT_LEADER} if no leader confirms. It fails with
   * {@link ErrorCode#CLOSED}, and so do the reads of open snapshots, if this machine leads, loads a
   * snapshot of the log, or is closed.
   */
  public CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options) {
    return reads.open(options);
  }

  /** Returns the snapshots of {@link #snapshot}. */
  FollowerReads reads() {
    return reads;
  }

  /** The stores of the shards; they belong to the pipeline while this machine leads. */
  public List<VersionedStore> stores() {
    return data.stores();
  }

  /** The last version of the last group that counted; for the log's thread. */
  public long lastVersion() {
    return data.lastVersion();
  }

  /**
   * Returns the version up to which commits may be there only in part; 0 if all are whole. Commits
   * are there in part while this machine has loaded the snapshot of a leader, and has not yet
   * applied all groups that the leader had installed by the end of the snapshot. If it leads
   * without them, which only {@link ReplicatedLog#recoverAlone} permits, these commits stay as they
   * are, and so does the result. Any thread may call this method.
   */
  public long incompleteThrough() {
    return data.incompleteThrough();
  }

  /** The horizon of transaction ids, in ms since 1970; for the log's thread. */
  public long horizonMs() {
    return data.horizonMs();
  }

  @Override
  public void apply(long index, long entryTerm, ByteBuffer entry) {
    ReplicatedGroup.Header header = ReplicatedGroup.header(entry);
    boolean counts = header.term() == entryTerm && header.previousVersion() == data.lastVersion();
    boolean isOwn = term != null && term.start().term() == entryTerm;
    if (counts) {
      data.advance(header, isOwn);
      if (isOwn) {
        keepUntilInstalled(entry);
      } else {
        data.install(entry);
        installed();
      }
    }
    if (isOwn) {
      term.applied(header.lastVersion(), counts);
    }
  }

  private void keepUntilInstalled(ByteBuffer entry) {
    while (!uninstalled.isEmpty()
        && uninstalled.peek().lastVersion() <= pipeline.installedThrough()) {
      uninstalled.remove();
    }
    uninstalled.add(
        new Uninstalled(
            data.lastVersion(),
            ByteBuffer.allocate(entry.remaining()).put(entry.duplicate()).flip()));
  }

  /** Drops what nobody needs: old values, tombstones, and outcomes of ids below the horizon. */
  private void installed() {
    reads.installed(data.lastVersion());
    data.forgetOutcomes();
  }

  /**
   * Opens the pipeline. A log may let a machine lead again in its term, after a transfer of the
   * leadership has failed. Groups that the closed pipeline appended may then still come, after
   * which those of another pipeline would be void; so this machine lets another one lead.
   */
  @Override
  public void startLeading(long newTerm) {
    ReplicatedLog joined = log();
    if (newTerm == openedTerm) {
      pipelines.stepDown(joined, newTerm);
      return;
    }
    openedTerm = newTerm;
    reads.end("the server begins to lead");
    GroupReplication.Start start =
        new GroupReplication.Start(
            data.stores(),
            data.completeFrom() + LOST_VERSIONS,
            data.horizonMs(),
            newTerm,
            data.table());
    LeaderTerm opening =
        new LeaderTerm(
            joined, start, data.lastVersion(), () -> pipelines.stepDown(joined, newTerm));
    pipeline = pipelines.open(config, partsOf.apply(opening));
    term = opening;
  }

  @Override
  public void stopLeading(long oldTerm) {
    if (term == null) {
      return;
    }
    Pipeline ending = pipeline;
    pipeline = null;
    IllegalStateException cause =
        new IllegalStateException("this machine no longer leads: term=" + oldTerm);
    ending.agentFailed(cause);
    term.end(cause);
    pipelines.close(ending);
    // The pipeline may have dropped outcomes since its last group.
    data.raiseHorizon(ending.outcomeHorizonMs());
    term = null;
    data.stores().forEach(VersionedStore::workerStopped);
    uninstalled.forEach(group -> data.install(group.group()));
    uninstalled.clear();
    reads.begin(data.lastVersion());
    installed();
  }

  /** Closes the pipeline, if this machine leads, and the table; the log must have ended. */
  public void close() {
    stopLeading(term == null ? 0 : term.start().term());
    reads.end("the server is closed");
    data.close();
  }

  /**
   * Writes a checkpoint. A machine that leads writes it in the result, from the running stores of
   * its pipeline ({@link Pipeline#checkpoint}), and fails if its term ends before all entries are
   * copied. Any other machine writes the checkpoint at once, because its stores belong to the log's
   * thread; with data on disk it flushes at once, and copies the table in the result.
   */
  @Override
  public Save save(Path folder) throws IOException {
    Disk disk = FileDisk.openUnlocked(folder);
    try {
      Save rest = data.save(disk, folder, pipelineOfTerm());
      return () -> {
        try (disk) {
          rest.run();
        }
      };
    } catch (IOException | RuntimeException e) {
      Disk.closeAfter(e, disk);
      throw e;
    }
  }

  @Override
  public boolean flushesWhenSaved() {
    return data.table() != null;
  }

  /** Writes a checkpoint as {@link #save(Path)} does, to a disk without files. */
  public Save save(Disk disk) throws IOException {
    return data.save(disk, null, pipelineOfTerm());
  }

  private Pipeline pipelineOfTerm() {
    return term == null ? null : pipeline;
  }

  @Override
  public void load(Path folder) throws IOException {
    try (Disk disk = FileDisk.openUnlocked(folder)) {
      load(disk, folder.resolve(ReplicaTable.SAVED));
    }
  }

  /** Replaces the state as {@link #load(Path)} does. */
  public void load(Disk disk) throws IOException {
    load(disk, null);
  }

  private void load(Disk disk, Path saved) throws IOException {
    reads.end("the server loads a snapshot of the log");
    data.load(disk, saved);
    reads.begin(data.lastVersion());
  }
}
