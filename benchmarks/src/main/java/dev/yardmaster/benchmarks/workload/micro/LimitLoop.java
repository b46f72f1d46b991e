package dev.yardmaster.benchmarks.workload.micro;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Values;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.batch.Reorderer;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.validator.CommittedVersions;

/**
 * A loop with a rate that is an upper limit for the pipeline's rate: the loop does the pipeline's
 * work, but does not move transactions between stages. The loop runs the micro-benchmark's
 * transactions batch by batch, in one thread without queues, slots or clients. The store, the
 * fingerprints, the version checks and the reordering are the pipeline's own code.
 *
 * <p>Victims are not retried, so the loop is comparable with a pipeline only if conflicts are rare.
 */
public final class LimitLoop {

  private final int batchSize;
  private final DrawnCalls.Walk<ReadWrite.Objects> walk;
  private final VersionedStore store = new InMemoryStore();
  private final CommittedVersions committed;
  private final Fingerprints fingerprints = new Fingerprints(1, 2);
  private final AccessSets accesses = new AccessSets();
  private final Reorderer reorderer;

  private final Key[] keys;
  private final long[] keyFingerprints;
  private final long[] readVersions;
  private long lastVersion;
  private long sum;

  /**
   * Creates a loop with a loaded store.
   *
   * @param batchSize number of transactions in a batch
   * @param committedVersions number of entries of the committed-version table
   */
  public LimitLoop(Micro micro, int batchSize, int committedVersions, ReorderConfig reorder) {
    this.batchSize = batchSize;
    this.walk = micro.drawn().walk(0, 1);
    this.committed = new CommittedVersions(committedVersions);
    this.reorderer = new Reorderer(reorder);
    this.keys = new Key[batchSize * ReadWrite.OBJECTS];
    this.keyFingerprints = new long[keys.length];
    this.readVersions = new long[batchSize * ReadWrite.READS];
    for (int object = 0; object < micro.objects(); object++) {
      Key key = ReadWrite.key(object);
      store.write(key, fingerprints.of(key), Values.ofLong(0), ++lastVersion);
    }
  }

  /** Runs a batch. Returns the number of transactions that committed. */
  public int runBatch() {
    accesses.clear();
    for (int transaction = 0; transaction < batchSize; transaction++) {
      read(transaction);
    }
    reorderer.reorder(accesses);
    int count = 0;
    for (int i = 0; i < reorderer.survivors(); i++) {
      count += validateAndWrite(reorderer.survivor(i)) ? 1 : 0;
    }
    return count;
  }

  private void read(int transaction) {
    ReadWrite.Objects objects = walk.next();
    accesses.begin(0, 1);
    int firstKey = transaction * ReadWrite.OBJECTS;
    int firstRead = transaction * ReadWrite.READS;
    for (int i = 0; i < ReadWrite.OBJECTS; i++) {
      Key key = ReadWrite.key(objects.id(i));
      long fingerprint = fingerprints.of(key);
      keys[firstKey + i] = key;
      keyFingerprints[firstKey + i] = fingerprint;
      if (i < ReadWrite.READS) {
        VersionedStore.Entry entry = store.get(key, fingerprint);
        sum += Values.toLong(key, entry.value());
        readVersions[firstRead + i] = entry.version();
        accesses.read(fingerprint);
      }
      if (i >= ReadWrite.READS - 1) {
        accesses.write(fingerprint);
      }
    }
  }

  private boolean validateAndWrite(int transaction) {
    int firstKey = transaction * ReadWrite.OBJECTS;
    int firstRead = transaction * ReadWrite.READS;
    for (int i = 0; i < ReadWrite.READS; i++) {
      if (committed.newest(keyFingerprints[firstKey + i]) > readVersions[firstRead + i]) {
        return false;
      }
    }
    long version = ++lastVersion;
    for (int i = ReadWrite.READS - 1; i < ReadWrite.OBJECTS; i++) {
      committed.committed(keyFingerprints[firstKey + i], version);
      store.write(
          keys[firstKey + i], keyFingerprints[firstKey + i], Values.ofLong(version), version);
    }
    return true;
  }

  /**
   * Returns the sum of all values that were read, so that the JIT compiler cannot eliminate the
   * reads.
   */
  public long sum() {
    return sum;
  }
}
