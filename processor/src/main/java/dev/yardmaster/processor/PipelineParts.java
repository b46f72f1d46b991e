package dev.yardmaster.processor;

import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.coordinator.CallerReads;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.processor.coordinator.StorageLinks;
import dev.yardmaster.processor.coordinator.WakeUp;
import dev.yardmaster.processor.log.LiveCheckpoint;
import dev.yardmaster.processor.snapshot.SnapshotHistory;
import dev.yardmaster.processor.snapshot.Snapshots;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.storage.DiskStore;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.RocksTable;
import dev.yardmaster.storage.worker.SnapshotRead;
import dev.yardmaster.trials.TunerPace;
import dev.yardmaster.validator.BatchLinks;
import dev.yardmaster.validator.CommittedVersions;
import dev.yardmaster.validator.LogicalRanges;
import dev.yardmaster.validator.Reservations;
import dev.yardmaster.validator.Watermark;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Creates the parts of a pipeline: the clock, the secret of the fingerprints, the queues, the wait
 * strategies, and the objects that hold the pipeline's state. The methods of this class return the
 * production parts. A simulator overrides the clock and the queues; a test overrides a part to
 * inject a bug. One thread calls the methods while a pipeline is assembled.
 */
public class PipelineParts {

  private final long secret0;
  private final long secret1;

  /** Creates parts with a random secret for fingerprints. */
  public PipelineParts() {
    SecureRandom random = new SecureRandom();
    secret0 = random.nextLong();
    secret1 = random.nextLong();
  }

  /** Creates parts with the given 128-bit secret for fingerprints. */
  public PipelineParts(long secret0, long secret1) {
    this.secret0 = secret0;
    this.secret1 = secret1;
  }

  /** Returns the clock of agents and deadlines. */
  public NanoClock clock() {
    return SystemNanoClock.INSTANCE;
  }

  /** Returns the clock that determines the age of transaction ids and the times in the log. */
  public EpochClock epochClock() {
    return SystemEpochClock.INSTANCE;
  }

  /** Returns the wait strategy of the callers' threads. */
  public CallerWait callerWait() {
    return CallerWait.spinThenPark();
  }

  /** Returns the wait strategy of the thread that closes the pipeline. */
  public CallerWait closingWait() {
    return CallerWait.spinThenPoll();
  }

  /** Returns the object that callers use to read on their own threads. */
  public CallerReads callerReads(List<VersionedStore> shards, Watermark watermark, int maxKeys) {
    return new CallerReads(shards, watermark, maxKeys, this::fingerprints);
  }

  /**
   * Returns the fingerprint function of one processor. The functions of different processors give
   * the same fingerprint for the same key.
   */
  public Fingerprints fingerprints() {
    return new Fingerprints(secret0, secret1);
  }

  /**
   * Returns a queue for the messages between processors and storage, or processors and the
   * validator.
   *
   * @param producers the number of agents that send messages; one agent receives the messages
   * @param capacity the number of messages for which the queue must have room
   */
  public <E> Queue<E> link(int producers, int capacity) {
    return producers == 1 ? new SpscArrayQueue<>(capacity) : new MpscArrayQueue<>(capacity);
  }

  /** Returns the queues between the validator's agents. */
  public BatchLinks batchLinks() {
    return BatchLinks.IN_MEMORY;
  }

  /**
   * Returns the FIFO queue between the final validation and the log.
   *
   * @param capacity the number of messages for which the queue must have room
   */
  public <E> Queue<E> orderedLink(int capacity) {
    return new SpscArrayQueue<>(capacity);
  }

  /** Opens the data directory of a durable pipeline. The pipeline closes the directory. */
  public Disk disk(Path directory) throws IOException {
    return FileDisk.open(directory);
  }

  /**
   * Returns the replicated log, for the term of this machine's leadership; null for no replicated
   * log. A pipeline with a replicated log must be configured with {@link Durability#inMemory}.
   */
  public @Nullable GroupReplication replication() {
    return null;
  }

  /** Opens the archive of a durable pipeline. The pipeline closes the archive. */
  public Disk archive(Path directory) throws IOException {
    return FileDisk.openUnlocked(directory);
  }

  /**
   * Returns how much direct memory the log of a durable pipeline reserves for groups of commits, in
   * bytes.
   *
   * @param maxTransactionBytes the maximum total length of the values that one transaction writes,
   *     in bytes
   */
  public int logBufferBytes(int maxTransactionBytes) {
    return CommitLog.bufferBytes(maxTransactionBytes);
  }

  /** Returns the store of one shard. */
  public VersionedStore store() {
    return new InMemoryStore();
  }

  /**
   * Opens the table of a pipeline whose data are on disk. The pipeline closes the table, except in
   * a replica, where the replica closes the table. A subclass may open a table elsewhere, for
   * example in HBase.
   *
   * @param cacheBytes the memory for recently read blocks of the table, in bytes
   */
  public DiskTable table(Path folder, long cacheBytes) throws IOException {
    return RocksTable.open(folder, cacheBytes);
  }

  /**
   * Returns the growth of the log, in bytes, after which a pipeline with data on disk flushes
   * changes to the table. Without the flush, the changes would fill the memory.
   */
  public long flushBytes(long memoryBytes) {
    return memoryBytes / 8;
  }

  /**
   * Returns the store of one shard. It keeps a part of the table's entries in memory.
   *
   * @param memoryBytes the memory for the entries of all shards together, in bytes
   */
  public VersionedStore store(DiskTable table, int shard, int shards, long memoryBytes) {
    Fingerprints own = fingerprints();
    return new DiskStore(
        table,
        own::of,
        shards == 1 ? null : key -> StorageLinks.shardOf(own.of(key), shards) == shard,
        memoryBytes / shards);
  }

  /**
   * Returns the object that assigns commit versions. At most {@code window} assigned versions are
   * not yet installed.
   */
  public Watermark watermark(int window) {
    return new Watermark(window);
  }

  /**
   * Returns an object that opens and closes snapshots.
   *
   * @param reads for each shard, the queue of snapshot reads for the shard's worker
   * @param most the maximum number of open snapshots
   * @param mostKeptBytes the maximum memory of old values that one shard keeps, in bytes
   * @param history the history that records the reads; null to record nothing
   * @param wakeUp wakes the workers if they sleep
   */
  public Snapshots snapshots(
      Watermark watermark,
      List<Queue<SnapshotRead>> reads,
      int most,
      long mostKeptBytes,
      @Nullable SnapshotHistory history,
      WakeUp wakeUp) {
    return new Snapshots(
        watermark, reads, this::fingerprints, most, mostKeptBytes, history, wakeUp, clock());
  }

  /**
   * Returns the object that writes checkpoints of a pipeline with a replicated log.
   *
   * @param horizonMs supplies the time, in ms since 1970, before which outcomes of transaction ids
   *     may have been dropped
   */
  public LiveCheckpoint liveCheckpoint(Watermark watermark, LongSupplier horizonMs) {
    return new LiveCheckpoint(watermark, horizonMs, closingWait()::moment);
  }

  /** Returns the logical ranges that the validator uses for scans. */
  public LogicalRanges logicalRanges(Watermark watermark) {
    return new LogicalRanges(watermark);
  }

  /**
   * Returns an object that holds the validator's reservations of keys.
   *
   * @param longestNs the maximum duration of a reservation, in ns
   */
  public Reservations reservations(long longestNs, Watermark watermark) {
    return new Reservations(longestNs, watermark, clock());
  }

  /** Returns the validator's table of committed versions, which has the given number of entries. */
  public CommittedVersions committedVersions(int entries) {
    return new CommittedVersions(entries);
  }

  /** Returns the write set of one transaction in flight. */
  public WriteSet writeSet() {
    return new WriteSet();
  }

  /** Returns the access sets that one reorder worker fills with its batches. */
  public AccessSets accessSets() {
    return new AccessSets();
  }

  /** Returns the settings that define the length and number of a self-tuning pipeline's trials. */
  public TunerPace tunerPace() {
    return TunerPace.DEFAULT;
  }

  /** Returns the recorder for the commits of one processor, or null to record nothing. */
  public @Nullable HistoryRecorder recorder() {
    return null;
  }
}
