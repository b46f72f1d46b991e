package dev.yardmaster.processor;

import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.service.trials.TunerPace;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.Disk;
import dev.yardmaster.storage.log.FileDisk;
import dev.yardmaster.validator.BatchLinks;
import dev.yardmaster.validator.CommittedVersions;
import dev.yardmaster.validator.LogicalRanges;
import dev.yardmaster.validator.Watermark;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Queue;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.SpscArrayQueue;

/**
 * What a pipeline is built from: clock, randomness, queues, waiting, and the parts that hold its
 * state. This class returns the production parts. A simulator passes in its own clock and queues; a
 * test plants a bug by passing in a broken part. One thread calls the methods while a pipeline is
 * assembled.
 */
public class PipelineParts {

  private final long secret0;
  private final long secret1;

  /** Parts with a random secret for fingerprints. */
  public PipelineParts() {
    SecureRandom random = new SecureRandom();
    secret0 = random.nextLong();
    secret1 = random.nextLong();
  }

  /** Parts with a given 128-bit secret for fingerprints. */
  public PipelineParts(long secret0, long secret1) {
    this.secret0 = secret0;
    this.secret1 = secret1;
  }

  /** The clock of agents and deadlines. */
  public NanoClock clock() {
    return SystemNanoClock.INSTANCE;
  }

  /** The clock for the age of transactions' ids. */
  public EpochClock epochClock() {
    return SystemEpochClock.INSTANCE;
  }

  /** How callers' threads wait. */
  public CallerWait callerWait() {
    return CallerWait.spinThenPark();
  }

  /** The fingerprints of one processor; those of all processors are equal. */
  public Fingerprints fingerprints() {
    return new Fingerprints(secret0, secret1);
  }

  /**
   * Returns a queue for the messages between processors and storage, or processors and the
   * validator.
   *
   * @param producers how many agents send; one receives
   * @param capacity how many messages the queue must hold
   */
  public <E> Queue<E> link(int producers, int capacity) {
    return producers == 1 ? new SpscArrayQueue<>(capacity) : new MpscArrayQueue<>(capacity);
  }

  /** The queues between the validator's agents. */
  public BatchLinks batchLinks() {
    return BatchLinks.IN_MEMORY;
  }

  /**
   * Returns the queue between the final validation and the log, which is strictly first in, first
   * out.
   *
   * @param capacity how many messages the queue must hold
   */
  public <E> Queue<E> orderedLink(int capacity) {
    return new SpscArrayQueue<>(capacity);
  }

  /** The data directory of a durable pipeline; the pipeline closes it. */
  public Disk disk(Path directory) throws IOException {
    return FileDisk.open(directory);
  }

  /**
   * The direct memory that the log of a durable pipeline reserves for its groups, in bytes.
   *
   * @param maxTransactionBytes the longest total of the values that one transaction writes
   */
  public int logBufferBytes(int maxTransactionBytes) {
    return CommitLog.bufferBytes(maxTransactionBytes);
  }

  /** The store of one shard. */
  public VersionedStore store() {
    return new InMemoryStore();
  }

  /** The commit versions, with at most {@code window} under way at once. */
  public Watermark watermark(int window) {
    return new Watermark(window);
  }

  /** The validator's logical ranges. */
  public LogicalRanges logicalRanges(Watermark watermark) {
    return new LogicalRanges(watermark);
  }

  /** The validator's table, with this many entries. */
  public CommittedVersions committedVersions(int entries) {
    return new CommittedVersions(entries);
  }

  /** The write set of one transaction in flight. */
  public WriteSet writeSet() {
    return new WriteSet();
  }

  /** The access sets in which one reorder worker collects its batches. */
  public AccessSets accessSets() {
    return new AccessSets();
  }

  /** How fast a tuned pipeline runs its trials. */
  public TunerPace tunerPace() {
    return TunerPace.DEFAULT;
  }

  /** Where one processor records what commits; null to record nothing. */
  public HistoryRecorder recorder() {
    return null;
  }
}
