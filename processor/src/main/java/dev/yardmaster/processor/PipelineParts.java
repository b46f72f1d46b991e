package dev.yardmaster.processor;

import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.service.trials.TunerPace;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.WriteSet;
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
 * What a pipeline is built from: time, chance, queues, waiting, and the parts that hold its state.
 * These are those of production. A simulator hands in its own clock and queues; a test plants a bug
 * by handing in a part that is broken. Asked while a pipeline is assembled, by one thread.
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

  /** Parts with a secret for fingerprints, of 128 bits. */
  public PipelineParts(long secret0, long secret1) {
    this.secret0 = secret0;
    this.secret1 = secret1;
  }

  /** What agents and deadlines go by. */
  public NanoClock clock() {
    return SystemNanoClock.INSTANCE;
  }

  /** What the age of transactions' ids goes by. */
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
   * A queue for the messages between processors and storage, or processors and the validator.
   *
   * @param producers how many agents send; one receives
   * @param capacity how many messages it must hold
   */
  public <E> Queue<E> link(int producers, int capacity) {
    return producers == 1 ? new SpscArrayQueue<>(capacity) : new MpscArrayQueue<>(capacity);
  }

  /** The queues between the validator's agents. */
  public BatchLinks batchLinks() {
    return BatchLinks.IN_MEMORY;
  }

  /**
   * The queue between the final validation and the log, from which everything is taken in the order
   * in which it was put.
   *
   * @param capacity how many messages it must hold
   */
  public <E> Queue<E> orderedLink(int capacity) {
    return new SpscArrayQueue<>(capacity);
  }

  /** The data directory of a durable pipeline; the pipeline closes it. */
  public Disk disk(Path directory) throws IOException {
    return FileDisk.open(directory);
  }

  /** The store of one shard. */
  public VersionedStore store() {
    return new InMemoryStore();
  }

  /** The commit versions, with so many under way at once. */
  public Watermark watermark(int window) {
    return new Watermark(window);
  }

  /** The validator's logical ranges. */
  public LogicalRanges logicalRanges(Watermark watermark) {
    return new LogicalRanges(watermark);
  }

  /** The validator's table, with so many entries. */
  public CommittedVersions committedVersions(int entries) {
    return new CommittedVersions(entries);
  }

  /** The write set of one transaction in flight. */
  public WriteSet writeSet() {
    return new WriteSet();
  }

  /** What one reorder worker collects its batches in. */
  public AccessSets accessSets() {
    return new AccessSets();
  }

  /** How fast a tuned pipeline goes about finding out what is best. */
  public TunerPace tunerPace() {
    return TunerPace.DEFAULT;
  }

  /** Where one processor records what commits; null to record nothing. */
  public HistoryRecorder recorder() {
    return null;
  }
}
