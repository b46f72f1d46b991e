package dev.yardmaster.proof.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotCursor;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.storage.hbase.HBaseSettings;
import dev.yardmaster.storage.hbase.HBaseTable;
import dev.yardmaster.storage.table.DiskTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests transfers between accounts whose balances are in a real HBase. During the transfers, HBase
 * splits the table and moves regions, and the service restarts. No money may be created or lost.
 */
@Tag("slow")
@Timeout(300)
class BankOnHBaseTest {

  private static final int ACCOUNTS = 2_000;
  private static final int CALLERS = 8;
  private static final long BALANCE = 1_000;

  /** The number of commits that the test awaits before and after each disturbance. */
  private static final int MORE = 100;

  /**
   * The length of each balance. The balances are so long that only a part of the accounts fits into
   * memory.
   */
  private static final int VALUE_BYTES = 2_000;

  @TempDir private Path folder;
  private final AtomicLong commits = new AtomicLong();

  private static Key account(long number) {
    return Key.of("accounts", number);
  }

  private static byte[] balance(long amount) {
    return ByteBuffer.allocate(VALUE_BYTES).putLong(amount).array();
  }

  private static long amount(byte[] balance) {
    return ByteBuffer.wrap(balance).getLong();
  }

  private Pipeline start() throws IOException, InterruptedException {
    HBaseSettings settings = HBaseSettings.at(LocalHBase.shared().quorum()).withTable("bank");
    PipelineConfig config =
        PipelineConfig.builder()
            .durability(Durability.in(folder.resolve("data")).withLengths(1 << 20, 1 << 20))
            .storage(Storage.DISK)
            .storageWorkers(2)
            .maxOutcomes(1_000)
            .maxDataBytes(1 << 20)
            .build();
    return Pipeline.start(
        config,
        new PipelineParts() {
          @Override
          public DiskTable table(Path directory, long cacheBytes) throws IOException {
            return HBaseTable.open(directory, settings);
          }
        });
  }

  /**
   * Writes a value in a separate transaction. The method waits while memory is full of unflushed
   * changes.
   */
  private static void put(Pipeline pipeline, Key key, byte[] value) {
    while (!(pipeline.execute(
            transaction -> {
              transaction.put(key, value);
              return null;
            },
            TransactionOptions.defaults())
        instanceof Outcome.Committed)) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void transferUntil(AtomicBoolean over, Pipeline pipeline, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    while (!over.get()) {
      Key from = account(random.nextInt(ACCOUNTS));
      Key to = account(random.nextInt(ACCOUNTS));
      long amount = random.nextInt(1, 20);
      if (from.equals(to)) {
        continue;
      }
      Outcome<Object> outcome =
          pipeline.execute(
              transaction -> {
                long left = amount(transaction.get(from)) - amount;
                transaction.put(from, balance(left));
                transaction.put(to, balance(amount(transaction.get(to)) + amount));
                return null;
              },
              TransactionOptions.defaults());
      if (outcome instanceof Outcome.Committed) {
        commits.incrementAndGet();
      }
    }
  }

  private static void assertNothingIsLost(Pipeline pipeline) {
    long sum = 0;
    int accounts = 0;
    try (Snapshot snapshot = pipeline.readOnly()) {
      SnapshotCursor cursor = snapshot.cursor(account(0), account(ACCOUNTS));
      while (cursor.next()) {
        sum += amount(cursor.value());
        accounts++;
      }
    }
    assertEquals(ACCOUNTS, accounts);
    assertEquals(ACCOUNTS * BALANCE, sum);
  }

  /**
   * Runs transfers before and during a disturbance, and until further transfers have committed
   * after the disturbance.
   */
  private void during(Pipeline pipeline, long seed, Disturbance disturbance) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    List<Future<?>> ends = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      long own = seed * CALLERS + i;
      ends.add(callers.submit(() -> transferUntil(over, pipeline, own)));
    }
    try {
      awaitCommits(commits.get() + MORE, pipeline);
      disturbance.run();
      awaitCommits(commits.get() + MORE, pipeline);
    } finally {
      over.set(true);
      callers.shutdown();
    }
    for (Future<?> end : ends) {
      end.get();
    }
  }

  @FunctionalInterface
  private interface Disturbance {
    void run() throws Exception;
  }

  private void awaitCommits(long number, Pipeline pipeline) {
    while (commits.get() < number) {
      assertTrue(pipeline.failure().isEmpty(), () -> "failed: " + pipeline.failure());
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void moneyIsKeptWhileRegionsMoveAndTheServiceStartsAgain() throws Exception {
    TableName name = TableName.valueOf("bank");
    try (Pipeline pipeline = start()) {
      for (int number = 0; number < ACCOUNTS; number++) {
        put(pipeline, account(number), balance(BALANCE));
      }
      put(pipeline, account(ACCOUNTS + 1), balance(0));
      assertNothingIsLost(pipeline);
      during(pipeline, 1, () -> split(name));
      assertNothingIsLost(pipeline);
      during(pipeline, 2, () -> move(name));
      assertNothingIsLost(pipeline);
      pipeline.execute(
          transaction -> {
            transaction.delete(account(ACCOUNTS + 1));
            return null;
          });
    }
    try (Pipeline pipeline = start()) {
      assertNull(pipeline.execute(transaction -> transaction.get(account(ACCOUNTS + 1))));
      assertNothingIsLost(pipeline);
      during(pipeline, 3, () -> {});
      assertNothingIsLost(pipeline);
    }
  }

  private static void split(TableName name) throws Exception {
    try (Connection connection = LocalHBase.shared().connect();
        Admin admin = connection.getAdmin();
        RegionLocator regions = connection.getRegionLocator(name)) {
      admin.flush(name);
      byte[] row = {
        0,
        0,
        0,
        1,
        'a',
        'c',
        'c',
        'o',
        'u',
        'n',
        't',
        's',
        0,
        0,
        0,
        (byte) 0x80,
        0,
        0,
        0,
        0,
        0,
        4,
        0
      };
      admin
          .splitRegionAsync(regions.getAllRegionLocations().get(0).getRegion().getRegionName(), row)
          .get(1, TimeUnit.MINUTES);
      assertEquals(2, regions.getAllRegionLocations().size());
    }
  }

  private static void move(TableName name) throws Exception {
    try (Connection connection = LocalHBase.shared().connect();
        Admin admin = connection.getAdmin();
        RegionLocator regions = connection.getRegionLocator(name)) {
      for (HRegionLocation region : regions.getAllRegionLocations()) {
        ServerName other =
            admin.getRegionServers().stream()
                .filter(server -> !server.equals(region.getServerName()))
                .findFirst()
                .orElseThrow();
        admin.move(region.getRegion().getEncodedNameAsBytes(), other);
      }
    }
  }
}
