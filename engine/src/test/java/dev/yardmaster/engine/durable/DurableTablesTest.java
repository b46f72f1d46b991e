package dev.yardmaster.engine.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.Worker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests which rows of typed tables survive a restart. */
@Timeout(120)
class DurableTablesTest {

  private static final int KEYS = 40;
  private static final long SMALL = 1 << 16;

  @TempDir private Path folder;

  static List<String> protocols() {
    return Protocols.names();
  }

  private static LogSettings settings() {
    return LogSettings.async(1).withLengths(SMALL, SMALL);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void whatCommittedIsThereAfterARestart(String protocol) {
    Random random = new Random(7);
    SortedMap<String, String> model = new TreeMap<>();
    long version = 0;
    for (int start = 0; start < 3; start++) {
      Shop shop = Shop.open(folder, protocol, settings());
      assertTrue(shop.database().log().recovered().startVersion() >= version);
      version = shop.database().log().recovered().startVersion();
      Worker worker = shop.worker(0);
      assertEquals(model, shop.contents(worker, KEYS), "start " + start);
      for (int i = 0; i < 100; i++) {
        shop.change(worker, random, 0, KEYS, model);
      }
      assertEquals(model, shop.contents(worker, KEYS));
      shop.close();
    }
  }

  @Test
  void aSyncCommitIsOnDiskWhenTheWorkerReturns() {
    SortedMap<String, String> model = new TreeMap<>();
    Shop shop = Shop.open(folder, "silo", LogSettings.sync());
    Worker worker = shop.worker(0);
    long before = shop.database().log().size().forces();
    for (int i = 1; i <= 20; i++) {
      shop.change(worker, new Random(i), 0, KEYS, model);
      assertEquals(before + i, shop.database().log().size().forces());
    }
    shop.close();
    Shop again = Shop.open(folder, "silo", LogSettings.sync());
    assertEquals(model, again.contents(again.worker(0), KEYS));
    again.close();
  }

  /**
   * Two workers write continuously while checkpoints are written. So every start loads a checkpoint
   * and then replays a log whose deletions remove rows of the checkpoint.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void checkpointsStandInForTheLog(String protocol) throws Exception {
    SortedMap<String, String> model = new ConcurrentSkipListMap<>();
    for (int start = 0; start < 2; start++) {
      Shop shop = Shop.open(folder, protocol, settings());
      assertEquals(model, shop.contents(shop.worker(2), 2 * KEYS), "start " + start);
      AtomicReference<Throwable> failure = new AtomicReference<>();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        int number = i;
        Random random = new Random(10 * start + number);
        Worker worker = shop.worker(number);
        Thread thread =
            new Thread(
                () -> {
                  try {
                    while (shop.database().log().checkpoints().written() < 2) {
                      shop.change(worker, random, number * KEYS, KEYS, model);
                    }
                  } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                  }
                });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(null, failure.get());
      assertTrue(shop.database().log().failure().isEmpty());
      shop.close();
    }
    Shop shop = Shop.open(folder, protocol, settings());
    assertTrue(shop.database().log().recovered().checkpointEntries() > 0);
    assertEquals(model, shop.contents(shop.worker(0), 2 * KEYS));
    shop.close();
  }

  @Test
  void loadedRowsAreInTheLog() {
    Shop shop = Shop.open(folder, "multi-version", LogSettings.async(60_000));
    Worker worker = shop.worker(0);
    SortedMap<String, String> model = new TreeMap<>();
    for (int key = 0; key < KEYS; key++) {
      for (int kind = 0; kind < Shop.KINDS; kind++) {
        shop.load(worker, kind, key, "loaded " + key);
        model.put(Shop.nameOf(kind, key), "loaded " + key);
      }
    }
    IllegalArgumentException twice =
        assertThrows(IllegalArgumentException.class, () -> shop.load(worker, 0, 3, "again"));
    assertTrue(twice.getMessage().contains("loaded already"), twice::getMessage);
    shop.change(worker, new Random(3), 0, KEYS, model);
    shop.close();
    Shop again = Shop.open(folder, "silo", LogSettings.sync());
    assertEquals(model, again.contents(again.worker(0), KEYS));
    again.close();
  }

  /**
   * A key in the log has at least one byte, so a transaction that writes an empty key must have no
   * effect.
   */
  @Test
  void aKeyThatTheLogCannotHaveIsRefused() {
    byte[] empty = {};
    long prefix = ByteKeys.prefixOf(empty);
    Shop shop = Shop.open(folder, "silo", LogSettings.sync());
    Worker worker = shop.worker(0);
    Row row = Row.of(shop.table(3).layout());
    assertThrows(
        YardmasterException.class, () -> worker.loader().load(shop.table(3), prefix, empty, row));
    RecordLogic put =
        transaction -> {
          shop.put(transaction, 0, 5, "first");
          transaction.put(shop.table(3), prefix, empty).setValue(new byte[1]);
        };
    YardmasterException thrown = assertThrows(YardmasterException.class, () -> worker.run(put));
    assertEquals(ErrorCode.BAD_KEY, thrown.code());
    assertEquals(Map.of(), shop.contents(worker, KEYS));
    worker.run(transaction -> assertNull(transaction.read(shop.table(3), prefix, empty)));
    worker.run(transaction -> shop.put(transaction, 0, 6, "second"));
    shop.close();
    Shop again = Shop.open(folder, "silo", LogSettings.sync());
    assertEquals(Map.of(Shop.nameOf(0, 6), "second"), again.contents(again.worker(0), KEYS));
    again.close();
  }

  @Test
  void aDirectoryHasOneDatabase() {
    Shop shop = Shop.open(folder, "silo", LogSettings.sync());
    YardmasterException thrown =
        assertThrows(
            YardmasterException.class, () -> Shop.open(folder, "silo", LogSettings.sync()));
    assertEquals(ErrorCode.DIRECTORY_IN_USE, thrown.code());
    shop.close();
    shop.close();
  }

  @Test
  void aDatabaseThatOpensHasNoWorkers() {
    assertThrows(
        IllegalStateException.class,
        () ->
            Database.open(
                folder,
                workers -> Protocols.named("silo", workers),
                1,
                LogSettings.sync(),
                database -> database.worker(0, null)));
  }
}
