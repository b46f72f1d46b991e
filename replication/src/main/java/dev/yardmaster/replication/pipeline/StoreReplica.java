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
 * The replica of one machine: its data and, while the machine is the leader, a pipeline over the
 * data. On a follower, {@link FollowerSnapshots} read the data. The log's thread calls the methods
 * of {@link Replica}, and owns the stores during each call unless a pipeline is open.
 *
 * <p>On the leader, the pipeline installs the commits of a group after the log has applied the
 * group. The pipeline may end before it has installed a group. So the replica keeps the bytes of
 * each group until the pipeline has installed it.
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
     * Transfers the leadership to another machine, because the pipeline of the term has ended. Any
     * thread may call this method; the method must not wait.
     */
    void stepDown(ReplicatedLog log, long term);
  }

  /**
   * The number of versions that each term skips after the newest commit in the stores. It exceeds
   * the number of versions that the previous leader can have assigned to transactions after that
   * commit.
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

  /** A group that this leader's pipeline may not have installed yet. */
  private record Uninstalled(long lastVersion, ByteBuffer group) {}

  /**
   * Creates an empty replica.
   *
   * @param config the settings, completed by {@link PipelineConfig#onCores}, without durability
   * @param folder the machine's folder, for the table if the data are on disk
   * @param partsOf returns the parts for a pipeline; the argument is the log of the pipeline's
   *     term. With null as the argument, returns the parts for the replica itself. All parts must
   *     have equal fingerprint functions
   * @param pipelines opens each pipeline, and registers its procedures
   * @param owner runs a call at some later time, on a thread that owns the stores during the call:
   *     no call of {@link Replica} and no other call of the executor runs at the same time
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

  /** Sets the log. {@link #startLeading} waits until this method was called. */
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

  /** Returns the pipeline while this machine is the leader. Any thread may call this method. */
  public Optional<Pipeline> pipeline() {
    return Optional.ofNullable(pipeline);
  }

  /**
   * Opens a snapshot on a follower, at a version that this machine has completely applied; see
   * {@link dev.yardmaster.service.BackEnd#snapshot}. To satisfy the snapshot's maximum staleness, a
   * leader confirms which groups were committed. This confirmation must not have begun before this
   * call minus the maximum staleness. The snapshot opens when this machine has applied the
   * confirmed groups. Any thread may call this method.
   *
   * <p>The stage fails with {@link ErrorCode#NOT_LEADER} if no leader confirms. The stage and the
   * reads of open snapshots fail with {@link ErrorCode#CLOSED} if this machine becomes the leader,
   * loads a snapshot of the log, or is closed.
   */
  public CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options) {
    return reads.open(options);
  }

  /** Returns the object that opens the snapshots of a follower. */
  FollowerReads reads() {
    return reads;
  }

  /** Returns the stores of the shards. While this machine is the leader, the pipeline owns them. */
  public List<VersionedStore> stores() {
    return data.stores();
  }

  /**
   * Returns the last version of the last group that counted. Only the log's thread may call this
   * method.
   */
  public long lastVersion() {
    return data.lastVersion();
  }

  /**
   * Returns the version up to which this machine may have only some of the writes of a commit; 0 if
   * every commit is complete. After this machine has loaded the snapshot of a leader, commits may
   * be incomplete until this machine has applied all groups that the leader had installed by the
   * end of the snapshot. Only after {@link ReplicatedLog#recoverAlone} can this machine become the
   * leader without these groups. The commits then stay incomplete, and the result of this method
   * does not change. Any thread may call this method.
   */
  public long incompleteThrough() {
    return data.incompleteThrough();
  }

  /**
   * Returns the time, in ms since 1970, before which outcomes of transaction ids may have been
   * dropped. Only the log's thread may call this method.
   */
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

  /**
   * Called after a group was installed. Drops data that is no longer needed: old values,
   * tombstones, and outcomes of ids below the horizon.
   */
  private void installed() {
    reads.installed(data.lastVersion());
    data.forgetOutcomes();
  }

  /**
   * Opens the pipeline. After a failed transfer of the leadership, a log may make a machine the
   * leader again in the same term. The log may then still apply groups of the closed pipeline.
   * After such a group, the groups of a new pipeline would not count. So in this case the machine
   * opens no pipeline, but transfers the leadership to another machine.
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
    // The pipeline may have dropped outcomes since its last group, so the replica adopts the
    // pipeline's horizon.
    data.raiseHorizon(ending.outcomeHorizonMs());
    term = null;
    data.stores().forEach(VersionedStore::workerStopped);
    uninstalled.forEach(group -> data.install(group.group()));
    uninstalled.clear();
    reads.begin(data.lastVersion());
    installed();
  }

  /** Closes the table and, if this machine is the leader, the pipeline. The log must have ended. */
  public void close() {
    stopLeading(term == null ? 0 : term.start().term());
    reads.end("the server is closed");
    data.close();
  }

  /**
   * Writes a checkpoint. On the leader, the returned work writes the checkpoint from the running
   * stores of the pipeline ({@link Pipeline#checkpoint}). The work fails if the term ends before
   * all entries are copied. On a follower, this method itself writes the checkpoint, because the
   * log's thread owns the stores. With data on disk, this method of a follower only flushes the
   * changes, and the returned work copies the table.
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

  /** Writes a checkpoint as {@link #save(Path)} does, to an empty disk. */
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
