package dev.yardmaster.replication.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.replication.ReplicatedLog;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;

/** Tests snapshots of a leader that has its data on disk. */
class DiskLeaderSnapshotTest extends LeaderSnapshotTest {

  private static final int ENTRIES = 20;
  private static final int MANY = 400;

  @Override
  Storage storage() {
    return Storage.DISK;
  }

  @Test
  void afterASnapshotEntriesLeaveTheMemoryOfALeaderWhichReadsThemFromDisk() throws Exception {
    start("n1");
    Pipeline leader = elect("n1");
    for (int i = 0; i < MANY; i++) {
      write(leader, key(i), new byte[] {(byte) i, 1, 2, 3});
    }
    long most = 2 * DiskParts.STORE_BYTES;
    assertTrue(leader.dataBytes() > 2 * most, "bytes: " + leader.dataBytes());

    long unused = snapshot("n1");

    while (leader.dataBytes() > most) {
      LockSupport.parkNanos(100_000);
    }
    for (int i = 0; i < MANY; i++) {
      Key key = key(i);
      byte[] value = leader.execute(transaction -> transaction.get(key));
      assertEquals((byte) i, value[0]);
    }
  }

  /**
   * Only one of two storage workers answers, so the entries of the other worker never reach the
   * table.
   */
  @Test
  void aFlushThatTheEndOfTheTermInterruptsIsRepeated() throws Exception {
    CompletableFuture<Agent> worker = new CompletableFuture<>();
    StoreReplica replica =
        new StoreReplica(
            PipelineConfig.builder().storageWorkers(2).storage(storage()).build().onCores(1),
            Path.of("unused"),
            given -> new DiskParts(given, Long.MAX_VALUE),
            new StoreReplica.Pipelines() {
              @Override
              public Pipeline open(PipelineConfig config, PipelineParts parts) {
                Pipeline pipeline = Pipeline.assemble(config, parts, () -> {});
                pipeline.agents().stream()
                    .filter(agent -> agent.roleName().equals("storage-0"))
                    .forEach(worker::complete);
                return pipeline;
              }

              @Override
              public void stepDown(ReplicatedLog joined, long term) {
                throw new AssertionError("the term ends by itself");
              }
            },
            Runnable::run);
    ReplicatedLog stopped = log.start(settings("stopped"), replica);
    replica.joins(stopped);
    start("n2");
    Pipeline leader = elect("n2");
    for (int i = 0; i < ENTRIES; i++) {
      write(leader, key(i), new byte[] {7});
    }
    log.elect("stopped", 0);
    CompletableFuture<Long> interrupted = stopped.snapshot();
    log.settle("stopped");
    Agent answering = worker.get(30, TimeUnit.SECONDS);
    while (answering.doWork() == 0) {
      LockSupport.parkNanos(100_000);
    }
    write(elect("n2"), key(ENTRIES), new byte[] {7});
    ExecutionException failed =
        assertThrows(ExecutionException.class, () -> interrupted.get(30, TimeUnit.SECONDS));
    assertTrue(failed.getCause().getCause().getMessage().contains("has ended"), failed.toString());
    log.settle("stopped");

    assertEquals(stopped.status().appliedIndex(), stopped.snapshot().get(30, TimeUnit.SECONDS));

    start("late");
    log.settle("late");
    machines.values().forEach(ReplicatedPipeline::close);
    assertEquals(ENTRIES + 1, dataOf("late").size());
    assertEquals(dataOf("n2"), dataOf("late"));
  }
}
