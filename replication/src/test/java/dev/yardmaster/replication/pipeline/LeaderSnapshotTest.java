package dev.yardmaster.replication.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.SharedLog;
import dev.yardmaster.replication.UnknownOutcomeException;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.LogNumbers;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests snapshots of a leader. */
@Timeout(120)
class LeaderSnapshotTest {

  /**
   * The number of keys, which is higher than the number of entries that a storage worker returns at
   * a time.
   */
  private static final int KEYS = 4_000;

  private static final int SNAPSHOTS = 8;
  private static final int CLIENTS = 4;
  private static final byte[] LONG_VALUE = new byte[4 << 10];

  final SharedLog log = new SharedLog();
  final Map<String, ReplicatedPipeline> machines = new LinkedHashMap<>();

  /** Returns the kind of storage of the machines. */
  Storage storage() {
    return Storage.MEMORY;
  }

  static MemberSettings settings(String name) {
    Member self = new Member(name, "127.0.0.1", 7000);
    return new MemberSettings(
        self,
        List.of(self),
        Path.of("unused"),
        Duration.ofSeconds(1),
        MemberSettings.MAX_ENTRY_BYTES);
  }

  private void start(String name, Durability durability) throws IOException {
    PipelineConfig config =
        PipelineConfig.builder()
            .concurrency(32)
            .storageWorkers(2)
            .durability(durability)
            .storage(storage())
            .build();
    machines.put(
        name,
        ReplicatedPipeline.start(
            config,
            log,
            settings(name),
            given -> new DiskParts(given, Long.MAX_VALUE),
            new ReplicatedPipeline.ThreadPipelines(List.of(), TermListener.NONE)));
  }

  void start(String name) throws IOException {
    start(name, Durability.inMemory());
  }

  @AfterEach
  void close() {
    machines.values().forEach(ReplicatedPipeline::close);
    log.close();
  }

  Pipeline elect(String name) throws Exception {
    log.elect(name, 0);
    log.settle(name);
    return machines.get(name).pipeline().orElseThrow();
  }

  long snapshot(String name) throws Exception {
    return machines.get(name).log().snapshot().get(30, TimeUnit.SECONDS);
  }

  static Key key(int number) {
    return Key.of("t", number);
  }

  static void write(Pipeline pipeline, Key key, byte[] value) {
    pipeline.execute(
        transaction -> {
          if (value == null) {
            transaction.delete(key);
          } else {
            transaction.put(key, value);
          }
          return null;
        });
  }

  /** Writes and deletes keys at random, in transactions with an id, until {@code over} is set. */
  private static void writeUntil(AtomicBoolean over, Pipeline pipeline, SplittableRandom random) {
    while (!over.get()) {
      int first = random.nextInt(KEYS);
      byte[] value = new byte[8 + random.nextInt(100)];
      random.nextBytes(value);
      boolean deletes = random.nextInt(4) == 0;
      TransactionId id =
          new TransactionId(System.currentTimeMillis(), random.nextInt(1 << 16), random.nextLong());
      Outcome<Object> outcome =
          pipeline.execute(
              transaction -> {
                for (int i = first; i < Math.min(KEYS, first + 20); i++) {
                  if (deletes) {
                    transaction.delete(key(i));
                  } else {
                    transaction.put(key(i), value);
                  }
                }
                return null;
              },
              TransactionOptions.defaults().withId(id));
      assertInstanceOf(Outcome.Committed.class, outcome, outcome.toString());
    }
  }

  /** Returns the live keys and outcomes of a closed machine, with their versions and values. */
  Map<String, String> dataOf(String name) {
    Map<String, String> data = new TreeMap<>();
    for (VersionedStore store : machines.get(name).replica().stores()) {
      store.scan(
          null,
          null,
          entry -> {
            data.put(
                entry.key().toString(), entry.version() + " " + Arrays.toString(entry.value()));
            return true;
          });
    }
    return data;
  }

  @Test
  void aReplicaThatStartsFromASnapshotUnderLoadIsEqual() throws Exception {
    SplittableRandom random = new SplittableRandom(11);
    start("n1");
    start("n2");
    Pipeline leader = elect("n1");
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<Future<?>> ended = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      SplittableRandom own = random.split();
      ended.add(clients.submit(() -> writeUntil(over, leader, own)));
    }
    long before = 0;
    for (int i = 0; i < SNAPSHOTS; i++) {
      while (machines.get("n1").status().appliedIndex() < before + 50) {
        LockSupport.parkNanos(100_000);
      }
      before = snapshot("n1");
      start("late" + i);
    }
    over.set(true);
    for (Future<?> client : ended) {
      client.get(30, TimeUnit.SECONDS);
    }
    clients.shutdown();

    // Without a group after the snapshot, a replica knows only the horizon of the snapshot. If this
    // horizon were lower than the leader's horizon, the replica would accept an id again whose
    // outcome the leader has dropped.
    long horizonMs = leader.outcomeHorizonMs();
    assertTrue(horizonMs > 0);
    long unused = snapshot("n1");
    start("last");
    log.settle("last");
    ReplicatedPipeline last = machines.remove("last");
    last.close();
    assertTrue(last.replica().horizonMs() >= horizonMs);

    write(elect("n2"), key(0), new byte[] {1});
    for (String name : machines.keySet()) {
      log.settle(name);
    }
    machines.values().forEach(ReplicatedPipeline::close);
    StoreReplica first = machines.get("n1").replica();
    for (String name : machines.keySet()) {
      assertEquals(dataOf("n1"), dataOf(name), name);
      assertEquals(first.lastVersion(), machines.get(name).replica().lastVersion(), name);
      if (name.startsWith("late")) { // A former leader may have raised its horizon.
        assertTrue(machines.get(name).replica().horizonMs() <= first.horizonMs(), name);
      }
    }
    assertTrue(dataOf("n1").size() > KEYS / 2);
  }

  @Test
  void deletedKeysDoNotComeBack() throws Exception {
    start("n1");
    Pipeline leader = elect("n1");
    for (int i = 0; i < 3; i++) {
      write(leader, key(i), new byte[] {7});
    }
    write(leader, key(1), null);
    long index = snapshot("n1");
    assertEquals(machines.get("n1").status().appliedIndex(), index);
    write(leader, key(2), null);

    start("late");

    Pipeline next = elect("late");
    byte[] kept = next.execute(transaction -> transaction.get(key(0)));
    assertEquals(7, kept[0]);
    for (int i = 1; i < 3; i++) {
      Key deleted = key(i);
      byte[] value = next.execute(transaction -> transaction.get(deleted));
      assertNull(value, "key " + i);
    }
  }

  /** In this test, no agent of the leader runs, so no storage worker answers. */
  @Test
  void aSnapshotFailsIfTheTermEndsMeanwhile() throws Exception {
    StoreReplica replica =
        new StoreReplica(
            PipelineConfig.builder().storage(storage()).build().onCores(1),
            Path.of("unused"),
            given -> new DiskParts(given, Long.MAX_VALUE),
            new StoreReplica.Pipelines() {
              @Override
              public Pipeline open(PipelineConfig config, PipelineParts parts) {
                return Pipeline.assemble(config, parts, () -> {});
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
    log.elect("stopped", 0);
    CompletableFuture<Long> taken = stopped.snapshot();
    log.settle("stopped");
    assertFalse(taken.isDone());
    CompletableFuture<Long> second = stopped.snapshot();
    ExecutionException another =
        assertThrows(
            ExecutionException.class,
            () -> CompletableFuture.anyOf(taken, second).get(30, TimeUnit.SECONDS));
    CompletableFuture<Long> goesOn = taken.isDone() ? second : taken; // Whichever began first.
    assertTrue(another.getCause().getCause().getMessage().contains("another"), another.toString());

    Pipeline next = elect("n2");

    ExecutionException failed =
        assertThrows(ExecutionException.class, () -> goesOn.get(30, TimeUnit.SECONDS));
    assertInstanceOf(UnknownOutcomeException.class, failed.getCause());
    assertTrue(failed.getCause().getCause().getMessage().contains("has ended"), failed.toString());
    write(next, key(0), new byte[] {7});
    log.settle("stopped");
    assertEquals(stopped.status().appliedIndex(), stopped.snapshot().get(30, TimeUnit.SECONDS));
  }

  /**
   * The machine has a snapshot with a commit that is newer than all entries that the machine has
   * applied. A machine that is recovered alone may have such a snapshot.
   */
  @Test
  void aLeaderWithIncompleteDataSaysSoAndCommitsAboveThem(@TempDir Path folder) throws Exception {
    long newest = 1L << 40;
    PipelineConfig config = PipelineConfig.builder().storage(storage()).build();
    StoreReplica replica =
        new StoreReplica(
            config.onCores(1),
            folder.resolve("replica"),
            given -> new DiskParts(given, Long.MAX_VALUE),
            new ReplicatedPipeline.ThreadPipelines(List.of(), TermListener.NONE),
            Runnable::run);
    Path snapshot = Files.createDirectory(folder.resolve("snapshot"));
    try (Disk disk = FileDisk.openUnlocked(snapshot)) {
      ReplicaCheckpoint.write(
          disk, List.of(), 100, new ReplicaCheckpoint.Position(5, newest, 1234));
      replica.load(disk);
    }
    replica.joins(log.start(settings("alone"), replica));
    log.elect("alone", 0);
    log.settle("alone");
    write(replica.pipeline().orElseThrow(), key(0), new byte[] {7});
    log.settle("alone");
    assertEquals(newest, replica.incompleteThrough());
    log.close();
    assertTrue(replica.lastVersion() > newest, "version: " + replica.lastVersion());
    replica.close();
  }

  @Test
  void machinesTakeSnapshotsByThemselves() throws Exception {
    Durability often =
        Durability.inMemory()
            .withLengths(LogNumbers.SEGMENT_BYTES.byDefault(), LogNumbers.CHECKPOINT_BYTES.least());
    start("n1", often);
    start("n2", often);
    Pipeline leader = elect("n1");
    for (int i = 0; log.snapshots("n1") < 3 || log.snapshots("n2") < 3; i++) {
      write(leader, key(i % 10), LONG_VALUE);
    }
    start("late");
    for (String name : machines.keySet()) {
      log.settle(name);
    }
    machines.values().forEach(ReplicatedPipeline::close);
    assertEquals(dataOf("n1"), dataOf("n2"));
    assertEquals(dataOf("n1"), dataOf("late"));
  }
}
