package dev.yardmaster.processor;

import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.coordinator.CallerReads;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.processor.snapshot.SnapshotHistory;
import dev.yardmaster.processor.snapshot.Snapshots;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.SnapshotRead;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
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
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.SpscArrayQueue;

/**
 * The parts from which a pipeline is built: its clock, randomness and queues, the way in which
 * callers wait, and the objects that hold the pipeline's state. The methods of this class return
 * the production parts. A simulator overrides the clock and the queues; a test overrides a part to
 * plant a bug. One thread calls the methods while a pipeline is assembled.
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

  /** Returns the clock for the age of transaction ids and the times in the log. */
  public EpochClock epochClock() {
    return SystemEpochClock.INSTANCE;
  }

  /** Returns the way in which callers' threads wait for their outcomes. */
  public CallerWait callerWait() {
    return CallerWait.spinThenPark();
  }

  /** Returns the way in which the thread that closes the pipeline waits. */
  public CallerWait closingWait() {
    return CallerWait.spinThenPoll();
  }

  /** Returns the object for reads that callers make on their own threads. */
  public CallerReads callerReads(List<VersionedStore> shards, Watermark watermark, int maxKeys) {
    return new CallerReads(shards, watermark, maxKeys, this::fingerprints);
  }

  /**
   * Returns the fingerprint function of one processor. The functions of all processors give equal
   * fingerprints.
   */
  public Fingerprints fingerprints() {
    return new Fingerprints(secret0, secret1);
  }

  /**
   * Returns a queue for the messages between processors and storage, or processors and the
   * validator.
   *
   * @param producers the number of agents that send messages; one agent receives them
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
   * Returns the queue between the final validation and the log, which is strictly first in, first
   * out.
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

  /** Opens the archive of a durable pipeline. The pipeline closes the archive. */
  public Disk archive(Path directory) throws IOException {
    return FileDisk.openUnlocked(directory);
  }

  /**
   * Returns the length of the direct memory that the log of a durable pipeline reserves for its
   * groups, in bytes.
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
   * Returns the object that assigns commit versions; at most {@code window} versions are issued and
   * not installed at the same time.
   */
  public Watermark watermark(int window) {
    return new Watermark(window);
  }

  /**
   * Returns an object without open snapshots, which opens and closes snapshots.
   *
   * @param reads the queue of each shard's worker for reads of snapshots
   * @param most the maximum number of open snapshots
   * @param mostKeptBytes the maximum memory of replaced values in one shard, in bytes
   * @param history the history that receives the reads; null to record nothing
   */
  public Snapshots snapshots(
      Watermark watermark,
      List<Queue<SnapshotRead>> reads,
      int most,
      long mostKeptBytes,
      SnapshotHistory history) {
    return new Snapshots(
        watermark, reads, this::fingerprints, most, mostKeptBytes, history, clock());
  }

  /** Returns the validator's logical ranges. */
  public LogicalRanges logicalRanges(Watermark watermark) {
    return new LogicalRanges(watermark);
  }

  /**
   * Returns the validator's reserved keys.
   *
   * @param longestNs the maximum duration of a reservation, in ns
   */
  public Reservations reservations(long longestNs, Watermark watermark) {
    return new Reservations(longestNs, watermark, clock());
  }

  /** Returns the validator's table of committed versions, with the given number of entries. */
  public CommittedVersions committedVersions(int entries) {
    return new CommittedVersions(entries);
  }

  /** Returns the write set of one transaction in flight. */
  public WriteSet writeSet() {
    return new WriteSet();
  }

  /** Returns the access sets in which one reorder worker collects its batches. */
  public AccessSets accessSets() {
    return new AccessSets();
  }

  /** Returns the settings for the length and number of the trials of a self-tuning pipeline. */
  public TunerPace tunerPace() {
    return TunerPace.DEFAULT;
  }

  /** Returns the recorder for the commits of one processor, or null to record nothing. */
  public HistoryRecorder recorder() {
    return null;
  }
}
