package dev.yardmaster.storage.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.VersionedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Tests reads of snapshots for which a damaged table throws an exception. */
class ShardReadsTest {

  private final Queue<SnapshotRead> reads = new ArrayDeque<>();
  private final List<YardmasterException> errors = new ArrayList<>();

  private final ShardSnapshots snapshots =
      new ShardSnapshots() {
        @Override
        public long horizon() {
          return 0;
        }

        @Override
        public boolean areKept() {
          return false;
        }

        @Override
        public SnapshotRead poll() {
          return reads.poll();
        }

        @Override
        public void kept(long bytes) {}
      };

  private final class Damaged extends SnapshotRead {
    Damaged() {
      super(1);
    }

    @Override
    protected void read(VersionedStore store, long asOf) {
      throw new UncheckedIOException(new IOException("block 7"));
    }

    @Override
    public void fail(YardmasterException error) {
      errors.add(error);
    }
  }

  @Test
  void aReadThatThrowsFailsAndTheOwnerLearnsIt() {
    ShardReads shard = new ShardReads(null, snapshots);
    assertFalse(shard.serve());
    reads.add(new Damaged());
    assertThrows(UncheckedIOException.class, shard::serve);
    assertEquals(ErrorCode.IO_FAILED, errors.get(0).code());
    assertTrue(errors.get(0).getMessage().contains("block 7"), errors.get(0).getMessage());
  }
}
