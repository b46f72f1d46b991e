package dev.yardmaster.processor.coordinator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.storage.ReadSet;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.validator.Watermark;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * The reads that a transaction's logic makes on its caller's thread, without sending a message to
 * storage. The validator checks these reads like any other read. Each pipeline has one instance;
 * any thread may call the methods.
 */
public class CallerReads {

  private final List<VersionedStore> shards;
  private final Watermark watermark;
  private final int maxKeys;
  private final ThreadLocal<Fingerprints> fingerprints;

  @Shared(
      writers = "callers",
      readers = "the closing thread",
      access = "LongAdder; the closing thread sums up ended before begun")
  private final LongAdder begun = new LongAdder();

  @Shared(
      writers = "callers",
      readers = "the closing thread",
      access = "LongAdder; the closing thread sums up ended before begun")
  private final LongAdder ended = new LongAdder();

  /**
   * Creates the reads of a pipeline.
   *
   * @param shards the store of each shard
   * @param maxKeys the maximum number of keys that a transaction reads
   * @param fingerprints creates a fingerprint function for a thread
   */
  public CallerReads(
      List<VersionedStore> shards,
      Watermark watermark,
      int maxKeys,
      Supplier<Fingerprints> fingerprints) {
    this.shards = List.copyOf(shards);
    this.watermark = watermark;
    this.maxKeys = maxKeys;
    this.fingerprints = ThreadLocal.withInitial(fingerprints);
  }

  /**
   * Counts a transaction that begins to read. The transaction is already in flight, although it was
   * not yet passed to a processor.
   */
  public final void begin() {
    begun.increment();
  }

  /** Counts the end of a transaction for which {@link #begin} was called. */
  public final void end() {
    ended.increment();
  }

  /** Returns whether all transactions that began before this call have ended. */
  public final boolean areEnded() {
    long before = ended.sum();
    return begun.sum() == before;
  }

  final int maxKeys() {
    return maxKeys;
  }

  /**
   * Reads the newest version of a key.
   *
   * @param reads receives the key with its version, if the key was read
   * @return whether the key was read; if not, the caller must send the read to the processor
   */
  protected boolean read(Key key, ReadSet reads) {
    long fingerprint = fingerprints.get().of(key);
    int position = reads.add(key, fingerprint);
    int shard = StorageLinks.shardOf(fingerprint, shards.size());
    // The watermark is read before the key, so the read sees all writes up to the watermark.
    if (shards.get(shard).readNow(reads, position, installedThrough())) {
      return true;
    }
    reads.removeLast();
    return false;
  }

  /** Returns the watermark. */
  protected long installedThrough() {
    return watermark.get();
  }
}
