package dev.yardmaster.replication.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.replication.UnknownOutcomeException;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.log.format.LogRecord;
import dev.yardmaster.storage.log.format.RecordEncoder;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LeaderTermTest {

  private final List<CompletableFuture<Long>> appends = new ArrayList<>();
  private final List<String> ends = new ArrayList<>();

  /** A log that only supports appends. */
  private final class AppendingLog extends UnsupportedLog {
    @Override
    public CompletableFuture<Long> append(long term, ByteBuffer entry) {
      appends.add(new CompletableFuture<>());
      return appends.get(appends.size() - 1);
    }
  }

  private void append(LeaderTerm term, long version) {
    LogRecord record = new LogRecord();
    new RecordEncoder().encode(record, 7, version, new WriteSet());
    ReplicatedGroup group = new ReplicatedGroup();
    group.append(record);
    term.append(
        group,
        0,
        new GroupReplication.End() {
          @Override
          public void succeeded() {
            ends.add(version + " succeeded");
          }

          @Override
          public void failed(Throwable cause) {
            ends.add(version + " failed");
          }
        });
  }

  @Test
  void aGroupThatTheLogDoesNotHaveIsNotAwaited() {
    LeaderTerm term =
        new LeaderTerm(
            new AppendingLog(),
            new GroupReplication.Start(List.of(), 100, 0, 3, null),
            100,
            () -> {});
    append(term, 101);
    append(term, 102);
    append(term, 103);
    term.applied(101, true);
    boolean unused =
        appends.get(1).completeExceptionally(new UnknownOutcomeException("not appended"));
    term.applied(103, false);
    assertEquals(List.of("101 succeeded", "102 failed", "103 failed"), ends);
  }
}
