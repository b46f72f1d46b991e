package dev.yardmaster.processor;

import dev.yardmaster.processor.log.GroupCommit;
import dev.yardmaster.processor.log.LiveBackup;
import dev.yardmaster.processor.log.LiveCheckpoint;
import dev.yardmaster.processor.log.ReplicatedCommit;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.log.backup.Archiver;
import dev.yardmaster.storage.log.checkpoint.CheckpointFile;
import dev.yardmaster.storage.log.checkpoint.CheckpointFiles;
import dev.yardmaster.storage.log.checkpoint.CheckpointTarget;
import dev.yardmaster.storage.log.checkpoint.Checkpointer;
import dev.yardmaster.storage.log.checkpoint.ShardEntries;
import dev.yardmaster.storage.log.checkpoint.TableFlush;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.format.GroupFeed;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.worker.SnapshotRequest;
import dev.yardmaster.storage.worker.StorageRequest;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Watermark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.NullUnmarked;

/**
 * The agents that log the decided transactions of a pipeline, and the objects that write
 * checkpoints, backups and the archive. A pipeline with a data directory and a pipeline with a
 * replicated log have different agents.
 */
@NullUnmarked // Internal: fields and results may be null.
final class LogAgents {

  private final PipelineConfig config;
  private final PipelineParts parts;
  private final List<Queue<StorageRequest>> storage;
  private final DiskTable table;
  private final GroupCommit groupCommit;
  private final ReplicatedCommit replicatedCommit;
  private final Checkpointer checkpointer;
  private final Archiver archiver;
  private final LiveCheckpoint liveCheckpoint;
  private final Function<Disk, CheckpointTarget> liveTarget;
  private final LiveBackup liveBackup;

  /**
   * Creates the agents.
   *
   * @param stored the stores, with a data directory or a replicated log
   * @param decided the transactions that the validator has decided, in the order of their versions
   * @param storage the queues of the shards
   * @param horizonMs supplies the time, in ms since 1970, before which outcomes of transaction ids
   *     may have been dropped
   * @param dataBytes supplies the memory that all data occupies, in bytes
   */
  LogAgents(
      PipelineConfig config,
      PipelineParts parts,
      StoredData stored,
      Queue<ValidationRequest> decided,
      List<Queue<StorageRequest>> storage,
      Watermark watermark,
      LongSupplier horizonMs,
      LongSupplier dataBytes) {
    this.config = config;
    this.parts = parts;
    this.storage = storage;
    table = stored.table();
    NanoClock clock = parts.clock();
    Durability durability = config.durability();
    DataDirectory data = stored.data();
    if (data != null) {
      groupCommit =
          new GroupCommit(
              decided,
              data.log(),
              durability.mode() == Durability.Mode.SYNC,
              durability.lossMs(),
              clock);
      checkpointer =
          new Checkpointer(
              data.log(),
              data.recovered(),
              checkpointTarget(data),
              watermark::get,
              data.log()::appendedVersion,
              horizonMs,
              durability.checkpointBytes(),
              clock::nanoTime);
      archiver =
          durability.archive() == null
              ? null
              : new Archiver(data, () -> parts.archive(durability.archive()), clock::nanoTime);
      replicatedCommit = null;
      liveCheckpoint = null;
      liveTarget = null;
      liveBackup = null;
      return;
    }
    GroupReplication replication = stored.replication();
    GroupFeed feed = new GroupFeed();
    replicatedCommit = new ReplicatedCommit(decided, replication, horizonMs, feed);
    liveCheckpoint = parts.liveCheckpoint(watermark, horizonMs);
    liveTarget = liveTarget();
    liveBackup =
        new LiveBackup(
            replication,
            parts.liveCheckpoint(watermark, horizonMs),
            entriesTarget(),
            feed,
            watermark,
            table == null ? dataBytes : table::bytes,
            parts.epochClock()::time);
    groupCommit = null;
    checkpointer = null;
    archiver = null;
  }

  /**
   * Returns the maximum number of requests that the log's agents have in progress at one shard at
   * any time. A checkpoint has one request, and a backup of a replicated pipeline has another.
   */
  static int requestsInProgress(StoredData stored) {
    return stored.data() != null ? 1 : stored.replication() != null ? 2 : 0;
  }

  private CheckpointTarget checkpointTarget(DataDirectory data) {
    Queue<StorageRequest> replies = replies();
    return table == null
        ? new CheckpointFiles(
            data.disk(), data.log(), storage, replies, config.limits().maxValueBytes())
        : new TableFlush(table, storage, replies, parts.flushBytes(config.memoryBytes()));
  }

  /**
   * Returns the function that maps a disk to the target of a live checkpoint. If the data are in a
   * table, the table is the target for every disk.
   */
  private Function<Disk, CheckpointTarget> liveTarget() {
    if (table == null) {
      return entriesTarget();
    }
    TableFlush flush = new TableFlush(table, storage, replies(), Long.MAX_VALUE);
    return disk -> flush;
  }

  /**
   * Returns the function that maps a disk to the target of a full checkpoint. A full checkpoint
   * contains all entries, also the entries of a table.
   */
  private Function<Disk, CheckpointTarget> entriesTarget() {
    Queue<StorageRequest> replies = replies();
    ShardEntries entries = new ShardEntries(storage, replies, new SnapshotRequest(replies));
    return disk -> new CheckpointFile(disk, entries, config.limits().maxValueBytes());
  }

  private Queue<StorageRequest> replies() {
    return PipelineAgents.link(config, parts, parts.clock(), config.storageWorkers(), 1);
  }

  /** Returns the agent that writes checkpoints; null if the log is replicated. */
  Checkpointer checkpointer() {
    return checkpointer;
  }

  /** Returns the agent that copies files to the archive; null if there is no archive. */
  Archiver archiver() {
    return archiver;
  }

  /** Returns the number of checkpoints that were written in the data directory. */
  long checkpoints() {
    return checkpointer == null ? 0 : checkpointer.figures().written();
  }

  /** Returns a warning about the checkpoints or the archive; empty if there is no problem. */
  Optional<String> warning() {
    Optional<String> checkpoint = checkpointer == null ? Optional.empty() : checkpointer.warning();
    return checkpoint.or(
        () ->
            Optional.ofNullable(archiver)
                .map(Archiver::problem)
                .map(why -> "nothing can be archived, so the commit log grows: " + why));
  }

  /** Returns the object that makes backups if the log is replicated; null otherwise. */
  LiveBackup liveBackup() {
    return liveBackup;
  }

  /**
   * Writes a checkpoint of a pipeline whose log is replicated. Any thread may call this method; the
   * method waits for the disk.
   *
   * @param disk an empty disk; unused if the data are in a table
   * @throws IOException in the same cases as {@link LiveCheckpoint#write}
   */
  void checkpoint(Disk disk, long version, BooleanSupplier hasEnded) throws IOException {
    liveCheckpoint.write(liveTarget.apply(disk), version, hasEnded);
  }

  /** Returns the agents. Each of these agents waits for the disk or for other machines. */
  List<Agent> all() {
    List<Agent> agents = new ArrayList<>();
    if (replicatedCommit != null) {
      agents.add(replicatedCommit);
    } else {
      agents.addAll(List.of(groupCommit, checkpointer));
    }
    if (archiver != null) {
      agents.add(archiver);
    }
    return agents;
  }
}
