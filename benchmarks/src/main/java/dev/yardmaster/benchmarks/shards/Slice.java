package dev.yardmaster.benchmarks.shards;

import java.util.Arrays;
import java.util.List;

/**
 * The accesses of a batch to the keys of one shard, and the outcomes of earlier batches. A
 * transaction without such an access has no entry. The leader fills a slice, and the shard reads
 * it.
 *
 * <pre>
 *   entry e:  place[e] | reads  readEnd[e-1] .. readEnd[e]  | writes  writeEnd[e-1] .. writeEnd[e]
 *   read r:   fingerprint, version up to which it is fresh, its number within the transaction
 *   write w:  fingerprint
 * </pre>
 */
public final class Slice {

  private final ShardedBatch batch;
  private List<BatchOutcome> outcomes = List.of();
  private int[] places = new int[16];
  private int[] readEnds = new int[16];
  private int[] writeEnds = new int[16];
  private int entries;
  private long[] reads = new long[32];
  private long[] freshThrough = new long[32];
  private int[] readNumbers = new int[32];
  private int readCount;
  private long[] writes = new long[32];
  private int writeCount;

  Slice(ShardedBatch batch) {
    this.batch = batch;
  }

  /** Returns the batch to which the slice belongs. */
  public ShardedBatch batch() {
    return batch;
  }

  void clear() {
    entries = 0;
    readCount = 0;
    writeCount = 0;
    outcomes = List.of();
  }

  void carry(List<BatchOutcome> decided) {
    outcomes = decided;
  }

  List<BatchOutcome> outcomes() {
    return outcomes;
  }

  /** Adds a read of the transaction at a place. The caller adds places in ascending order. */
  void read(int place, long fingerprint, long through, int number) {
    enter(place);
    if (readCount == reads.length) {
      reads = Arrays.copyOf(reads, 2 * readCount);
      freshThrough = Arrays.copyOf(freshThrough, 2 * readCount);
      readNumbers = Arrays.copyOf(readNumbers, 2 * readCount);
    }
    reads[readCount] = fingerprint;
    freshThrough[readCount] = through;
    readNumbers[readCount++] = number;
    readEnds[entries - 1] = readCount;
  }

  /** Adds a write of the transaction at a place. The caller adds places in ascending order. */
  void write(int place, long fingerprint) {
    enter(place);
    if (writeCount == writes.length) {
      writes = Arrays.copyOf(writes, 2 * writeCount);
    }
    writes[writeCount++] = fingerprint;
    writeEnds[entries - 1] = writeCount;
  }

  private void enter(int place) {
    if (entries > 0 && places[entries - 1] == place) {
      return;
    }
    if (entries == places.length) {
      places = Arrays.copyOf(places, 2 * entries);
      readEnds = Arrays.copyOf(readEnds, 2 * entries);
      writeEnds = Arrays.copyOf(writeEnds, 2 * entries);
    }
    places[entries] = place;
    readEnds[entries] = readCount;
    writeEnds[entries++] = writeCount;
  }

  int entries() {
    return entries;
  }

  int place(int entry) {
    return places[entry];
  }

  int readEnd(int entry) {
    return readEnds[entry];
  }

  int writeEnd(int entry) {
    return writeEnds[entry];
  }

  long read(int position) {
    return reads[position];
  }

  long freshThrough(int position) {
    return freshThrough[position];
  }

  int readNumber(int position) {
    return readNumbers[position];
  }

  long write(int position) {
    return writes[position];
  }

  int writeCount() {
    return writeCount;
  }
}
