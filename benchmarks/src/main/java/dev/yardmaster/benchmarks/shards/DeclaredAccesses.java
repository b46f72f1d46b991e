package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Scan;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.workloads.ProcedureInvocation;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys that a procedure declares, with their fingerprints; the model takes all declared writes
 * as written.
 */
record DeclaredAccesses(List<Key> reads, long[] readPrints, List<Key> writes, long[] writePrints) {

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
        List.copyOf(reads),
        reads.stream().mapToLong(fingerprints::of).toArray(),
        List.copyOf(writes),
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
