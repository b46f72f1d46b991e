package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Scan;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.workloads.ProcedureInvocation;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys that a procedure declares, with their fingerprints. The model assumes that all declared
 * writes are written.
 */
final class DeclaredAccesses {

  private final List<Key> reads;
  private final long[] readPrints;
  private final List<Key> writes;
  private final long[] writePrints;

  /** Takes ownership of the arrays, which hold the fingerprints of the keys. */
  DeclaredAccesses(List<Key> reads, long[] readPrints, List<Key> writes, long[] writePrints) {
    this.reads = List.copyOf(reads);
    this.readPrints = readPrints;
    this.writes = List.copyOf(writes);
    this.writePrints = writePrints;
  }

  List<Key> reads() {
    return reads;
  }

  long[] readPrints() {
    return readPrints;
  }

  List<Key> writes() {
    return writes;
  }

  long[] writePrints() {
    return writePrints;
  }

  static <A> DeclaredAccesses of(ProcedureInvocation<A, ?> call, Fingerprints fingerprints) {
    List<Key> reads = new ArrayList<>();
    List<Key> writes = new ArrayList<>();
    call.procedure()
        .declare(
            call.argument(),
            new KeyDeclaration() {
              @Override
              public void read(Key key) {
                reads.add(key);
              }

              @Override
              public void write(Key key) {
                writes.add(key);
              }

              @Override
              public void scan(Scan scan) {
                throw new UnsupportedOperationException("the model has no scans: scan=" + scan);
              }
            });
    return new DeclaredAccesses(
        reads,
        reads.stream().mapToLong(fingerprints::of).toArray(),
        writes,
        writes.stream().mapToLong(fingerprints::of).toArray());
  }

  /** Returns the number of shards that have a key of the transaction. */
  int shards(KeyPartition partition, int shards) {
    long touched = 0;
    for (int read = 0; read < readPrints.length; read++) {
      touched |= 1L << partition.shardOf(reads.get(read), readPrints[read], shards);
    }
    for (int write = 0; write < writePrints.length; write++) {
      touched |= 1L << partition.shardOf(writes.get(write), writePrints[write], shards);
    }
    return Long.bitCount(touched);
  }
}
