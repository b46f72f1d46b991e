package dev.yardmaster.replication.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.replication.SharedLog;
import dev.yardmaster.storage.log.backup.Backup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests backups of a leader. A single machine must be able to start on such a backup. */
@Timeout(120)
class LeaderBackupTest {

  /**
   * The number of keys, which is higher than the number of entries that a storage worker returns at
   * a time.
   */
  private static final int KEYS = 4_000;

  /** The keys that a transaction reads. */
  private static final int KEYS_AT_ONCE = 50;

  private static final int CLIENTS = 4;
  private static final int BACKUPS = 2;

  private final SharedLog log = new SharedLog();
  private ReplicatedPipeline machine;

  @TempDir private Path folder;

  /** The writes of a transaction; an empty value is a deletion. */
  private record Commit(TransactionId id, Map<Integer, byte[]> writes) {}

  private final ConcurrentSkipListMap<Long, Commit> commits = new ConcurrentSkipListMap<>();

  private Pipeline lead(Storage storage) throws Exception {
    PipelineConfig config =
        PipelineConfig.builder().concurrency(32).storageWorkers(2).storage(storage).build();
    machine =
        ReplicatedPipeline.start(
            config,
            log,
            LeaderSnapshotTest.settings("n1"),
            given -> new DiskParts(given, Long.MAX_VALUE),
            new ReplicatedPipeline.ThreadPipelines(List.of(), TermListener.NONE));
    log.elect("n1", 0);
    log.settle("n1");
    return machine.pipeline().orElseThrow();
  }

  @AfterEach
  void close() {
    machine.close();
    log.close();
  }

  private static Key key(int number) {
    return Key.of("t", number);
  }

  private void writeUntil(AtomicBoolean over, Pipeline pipeline, SplittableRandom random) {
    while (!over.get()) {
      Map<Integer, byte[]> writes = new HashMap<>();
      int first = random.nextInt(KEYS);
      for (int i = first; i < Math.min(KEYS, first + 20); i++) {
        byte[] value = new byte[random.nextInt(4) == 0 ? 0 : 8 + random.nextInt(100)];
        random.nextBytes(value);
        writes.put(i, value);
      }
      write(pipeline, writes, random);
    }
  }

  private void write(Pipeline pipeline, Map<Integer, byte[]> writes, SplittableRandom random) {
    TransactionId id =
        new TransactionId(System.currentTimeMillis(), random.nextInt(1 << 16), random.nextLong());
    Outcome<Object> outcome =
        pipeline.execute(
            transaction -> {
              writes.forEach(
                  (number, value) -> {
                    if (value.length == 0) {
                      transaction.delete(key(number));
                    } else {
                      transaction.put(key(number), value);
                    }
                  });
              return null;
            },
            TransactionOptions.defaults().withId(id));
    long version = assertInstanceOf(Outcome.Committed.class, outcome).commitVersion();
    commits.put(version, new Commit(id, writes));
  }

  @ParameterizedTest
  @EnumSource
  void aBackupUnderLoadIsAPrefixOfTheCommits(Storage storage) throws Exception {
    SplittableRandom random = new SplittableRandom(12);
    Pipeline leader = lead(storage);
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<Future<?>> ended = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      SplittableRandom own = random.split();
      ended.add(clients.submit(() -> writeUntil(over, leader, own)));
    }
    long[] acknowledged = new long[BACKUPS];
    for (int i = 0; i < BACKUPS; i++) {
      int before = commits.size() + 100;
      while (commits.size() < before) {
        LockSupport.parkNanos(100_000);
      }
      acknowledged[i] = commits.lastKey();
      try (Backup backup = leader.backupOfReplica(folder.resolve("scratch"))) {
        YardmasterException second =
            assertThrows(
                YardmasterException.class, () -> leader.backupOfReplica(folder.resolve("another")));
        assertEquals(ErrorCode.OVERLOADED, second.code());
        backup.writeTo(folder.resolve("copy" + i));
      }
      assertFalse(Files.exists(folder.resolve("scratch")));
    }
    over.set(true);
    for (Future<?> client : ended) {
      client.get(30, TimeUnit.SECONDS);
    }
    clients.shutdown();
    for (int i = 0; i < BACKUPS; i++) {
      check(folder.resolve("copy" + i), acknowledged[i]);
    }
  }

  /**
   * Checks that a pipeline that starts on the backup has a prefix of the commits, with their
   * outcomes.
   */
  private void check(Path backup, long acknowledged) throws Exception {
    PipelineConfig config = PipelineConfig.builder().durability(Durability.in(backup)).build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      long last = 0;
      Map<Integer, byte[]> expected = new HashMap<>();
      for (Map.Entry<Long, Commit> each : commits.entrySet()) {
        boolean known = isKnown(pipeline, each.getValue().id());
        assertTrue(known || each.getKey() > acknowledged, "version " + each.getKey());
        if (!known) {
          break;
        }
        last = each.getKey();
        expected.putAll(each.getValue().writes());
      }
      for (Commit later : commits.tailMap(last, false).values()) {
        assertFalse(isKnown(pipeline, later.id()), "a gap before " + later);
      }
      for (int first = 0; first < KEYS; first += KEYS_AT_ONCE) {
        List<Key> keys =
            IntStream.range(first, first + KEYS_AT_ONCE).mapToObj(LeaderBackupTest::key).toList();
        List<byte[]> values =
            pipeline.execute(
                transaction -> {
                  List<byte[]> read = new ArrayList<>();
                  keys.forEach(key -> read.add(transaction.get(key)));
                  return read;
                });
        for (int i = 0; i < KEYS_AT_ONCE; i++) {
          byte[] written = expected.get(first + i);
          assertArrayEquals(
              written == null || written.length == 0 ? null : written,
              values.get(i),
              "key " + (first + i) + " at version " + last);
        }
      }
    }
  }

  private static boolean isKnown(Pipeline pipeline, TransactionId id) throws Exception {
    return pipeline
        .status(id)
        .toCompletableFuture()
        .get(30, TimeUnit.SECONDS)
        .valueOrThrow()
        .isCommitted();
  }

  @ParameterizedTest
  @EnumSource
  void aBackupOfAnEmptyMachineCanBeStarted(Storage storage) throws Exception {
    Pipeline leader = lead(storage);
    try (Backup backup = leader.backupOfReplica(folder.resolve("scratch"))) {
      backup.writeTo(folder.resolve("copy"));
    }
    check(folder.resolve("copy"), 0);
  }
}
