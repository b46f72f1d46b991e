package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotCursor;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.ForwardingTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a pipeline that keeps its data in a RocksDB table. The data is four times as large as the
 * pipeline's memory.
 */
@Timeout(120)
class StorageOnDiskTest {

  private static final int KEYS = 4_000;
  private static final int KEYS_AT_ONCE = 10;
  private static final int VALUE_BYTES = 1_000;
  private static final long MEMORY_BYTES = 1 << 20;

  private final TransactionIds ids =
      new TransactionIds(System::currentTimeMillis, new Random(7)::nextLong);

  @TempDir private Path folder;

  private PipelineConfig.Builder config() {
    return PipelineConfig.builder()
        .durability(Durability.in(folder.resolve("data")))
        .storage(Storage.DISK)
        .storageWorkers(2)
        .maxOutcomes(1_000) // Outcomes stay in memory.
        .maxDataBytes(MEMORY_BYTES);
  }

  private static Key key(int number) {
    return Key.of("notes", number);
  }

  private static byte[] value(int number, int round) {
    byte[] value = new byte[VALUE_BYTES];
    new Random(31L * number + round).nextBytes(value);
    return value;
  }

  private void put(Pipeline pipeline, int number, int round) {
    put(pipeline, number, number + 1, round);
  }

  private void putAll(Pipeline pipeline, int round) {
    for (int first = 0; first < KEYS; first += KEYS_AT_ONCE) {
      put(pipeline, first, first + KEYS_AT_ONCE, round);
    }
  }

  /**
   * Writes values. While memory is full of unflushed changes, the method tries again under the same
   * id.
   */
  private void put(Pipeline pipeline, int first, int end, int round) {
    TransactionOptions options = TransactionOptions.defaults().withId(ids.next());
    while (true) {
      Outcome<Object> outcome =
          pipeline.execute(
              transaction -> {
                for (int number = first; number < end; number++) {
                  transaction.put(key(number), value(number, round));
                }
                return null;
              },
              options);
      if (outcome instanceof Outcome.Committed) {
        return;
      }
      assertEquals(ErrorCode.MEMORY_FULL, outcome.error().code(), outcome::toString);
    }
  }

  private static void assertHas(Pipeline pipeline, int round) {
    for (int first = 0; first < KEYS; first += KEYS_AT_ONCE) {
      int begin = first;
      List<byte[]> found =
          pipeline.execute(
              transaction -> {
                List<byte[]> values = new ArrayList<>();
                for (int number = begin; number < begin + KEYS_AT_ONCE; number++) {
                  values.add(transaction.get(key(number)));
                }
                return values;
              });
      for (int i = 0; i < KEYS_AT_ONCE; i++) {
        assertArrayEquals(value(first + i, round), found.get(i), "key " + (first + i));
      }
    }
  }

  @Test
  void dataMayBeLargerThanMemory() {
    try (Pipeline pipeline = Pipeline.start(config().build())) {
      putAll(pipeline, 1);
      assertTrue(pipeline.dataBytes() <= MEMORY_BYTES + VALUE_BYTES);
      assertHas(pipeline, 1);
      try (Snapshot snapshot = pipeline.readOnly()) {
        for (int number = 0; number < KEYS; number += 40) {
          put(pipeline, number, 2);
        }
        for (int number = 0; number < KEYS; number += 40) {
          assertArrayEquals(value(number, 1), snapshot.get(key(number)), "key " + number);
        }
        int scanned = 0;
        SnapshotCursor cursor = snapshot.cursor(key(0), key(KEYS));
        while (cursor.next()) {
          assertArrayEquals(value((int) cursor.key().number(), 1), cursor.value());
          scanned++;
        }
        assertEquals(KEYS, scanned);
      }
      putAll(pipeline, 2);
    }
    assertTrue(Files.isDirectory(folder.resolve("data").resolve("table")));
    try (Pipeline pipeline = Pipeline.start(config().build())) {
      assertTrue(pipeline.dataBytes() < MEMORY_BYTES / 2, "a start does not read the table");
      assertHas(pipeline, 2);
    }
  }

  @Test
  void aTableThatMayNoLongerBeUsedEndsThePipeline() {
    AtomicBoolean taken = new AtomicBoolean();
    PipelineParts remote =
        new PipelineParts() {
          @Override
          public DiskTable table(Path at, long cacheBytes) throws IOException {
            return new ForwardingTable(super.table(at, cacheBytes)) {
              @Override
              public void check() {
                if (taken.get()) {
                  throw new UncheckedIOException(new IOException("taken by another server"));
                }
              }
            };
          }
        };
    try (Pipeline pipeline = Pipeline.start(config().build(), remote)) {
      put(pipeline, 1, 1);
      taken.set(true); // No transaction follows.
      while (pipeline.failure().isEmpty()) {
        LockSupport.parkNanos(100_000);
      }
      String reason = pipeline.failure().get().toString();
      assertTrue(reason.contains("taken by another server"), reason);
    }
  }

  @Test
  void whatTheTableReportsIsSeenAtThePipeline() {
    PipelineParts remote =
        new PipelineParts() {
          @Override
          public DiskTable table(Path at, long cacheBytes) throws IOException {
            return new ForwardingTable(super.table(at, cacheBytes)) {
              @Override
              public Optional<String> warning() {
                return Optional.of("no answer for 3 s");
              }

              @Override
              public long failedCalls() {
                return 7;
              }
            };
          }
        };
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (Pipeline pipeline = Pipeline.start(config().build(), remote)) {
      pipeline.bindTo(registry);
      assertEquals(Optional.of("no answer for 3 s"), pipeline.warning());
      assertEquals(7, registry.get("yardmaster.table.failed.calls").functionCounter().count());
    }
  }

  @Test
  void transactionsWaitForAFlushThatFreesMemory() throws Exception {
    CountDownLatch diskIsFree = new CountDownLatch(1);
    PipelineParts slowDisk =
        new PipelineParts() {
          @Override
          public DiskTable table(Path folder, long cacheBytes) throws IOException {
            return new ForwardingTable(super.table(folder, cacheBytes)) {
              @Override
              public void commit(State state) throws IOException {
                awaitFree(diskIsFree);
                super.commit(state);
              }
            };
          }
        };
    PipelineConfig config = config().concurrency(8).waitingTransactions(KEYS).build();
    try (Pipeline pipeline = Pipeline.start(config, slowDisk)) {
      List<CompletableFuture<Outcome<OneShot.Result>>> outcomes = new ArrayList<>();
      for (int number = 0; number < KEYS / 2; number++) {
        OneShot put = OneShot.builder().put(key(number), value(number, 1)).build();
        outcomes.add(pipeline.submit(put).toCompletableFuture());
      }
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (pipeline.dataBytes() < MEMORY_BYTES / 100 * 85 || pipeline.load().inFlight() > 0) {
        assertTrue(System.nanoTime() - deadline < 0, () -> "load: " + pipeline.load());
        LockSupport.parkNanos(100_000);
      }
      assertTrue(pipeline.dataBytes() <= MEMORY_BYTES);
      diskIsFree.countDown();
      for (CompletableFuture<Outcome<OneShot.Result>> outcome : outcomes) {
        assertInstanceOf(Outcome.Committed.class, outcome.get(60, TimeUnit.SECONDS));
      }
    }
  }

  private static void awaitFree(CountDownLatch diskIsFree) throws IOException {
    try {
      if (!diskIsFree.await(60, TimeUnit.SECONDS)) {
        throw new IOException("the disk is still busy");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** The directory is in the same state as after a restore: it has a long log, but no table yet. */
  @Test
  void aStartNeedsNoMoreMemoryThanItMay() {
    PipelineConfig inMemory =
        config().storage(Storage.MEMORY).maxDataBytes(16 * MEMORY_BYTES).build();
    try (Pipeline pipeline = Pipeline.start(inMemory)) {
      putAll(pipeline, 1);
    }
    try (Pipeline pipeline = Pipeline.start(config().build())) {
      assertTrue(pipeline.dataBytes() <= MEMORY_BYTES, () -> pipeline.dataBytes() + " bytes");
      assertHas(pipeline, 1);
    }
  }

  @Test
  void dataInMemoryAreNotReadFromATable() {
    Pipeline.start(config().build()).close();
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () -> Pipeline.start(config().storage(Storage.MEMORY).build()));
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
  }

  @Test
  void needsDurability() {
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () -> Pipeline.start(config().durability(Durability.inMemory()).build()));
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    assertFalse(Files.exists(folder.resolve("data")));
  }
}
