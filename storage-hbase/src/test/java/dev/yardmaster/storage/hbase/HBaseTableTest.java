package dev.yardmaster.storage.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.table.DiskTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a table of HBase whose calls fail. */
@Timeout(20)
class HBaseTableTest {

  private static final HBaseSettings SETTINGS = HBaseSettings.at("zk:2181").withTable("bank");

  @TempDir Path folder;
  private final FakeHBase hbase = new FakeHBase("bank");
  private final List<HBaseTable> opened = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    hbase.hook = unused -> {};
    for (HBaseTable table : opened) {
      table.close();
    }
  }

  private HBaseTable open(Path of) throws IOException {
    HBaseTable table = HBaseTable.open(of, SETTINGS, unused -> hbase.connect(), () -> 0);
    opened.add(table);
    return table;
  }

  private static Key key(int id) {
    return Key.of("t", id);
  }

  private static DiskTable.State state(long version) {
    return new DiskTable.State(version, version, 0);
  }

  /**
   * Makes this thread's calls with the given name fail the given number of times, as after a
   * timeout.
   */
  private void fail(String name, int times) {
    Thread test = Thread.currentThread();
    AtomicInteger left = new AtomicInteger(times);
    hbase.hook =
        call -> {
          if (Thread.currentThread() == test && call.equals(name) && left.getAndDecrement() > 0) {
            throw new SocketTimeoutException("callTimeout=10000");
          }
        };
  }

  private static List<Long> versions(HBaseTable table) {
    List<Long> versions = new ArrayList<>();
    table.scan(null, null, false, (key, value, version) -> versions.add(version));
    return versions;
  }

  @Test
  void aReadAndAScanWaitForHBase() throws IOException {
    HBaseTable table = open(folder);
    table.put(key(1), new byte[] {1}, 1);
    table.put(key(2), new byte[] {2}, 2);
    table.recovered();
    fail("get", 2);
    assertEquals(1, table.get(key(1)).version());
    fail("getScanner", 1);
    assertEquals(List.of(1L, 2L), versions(table));
    AtomicInteger rows = new AtomicInteger();
    hbase.hook =
        call -> {
          if (call.equals("next") && rows.incrementAndGet() == 2) {
            throw new SocketTimeoutException("callTimeout=10000");
          }
        };
    assertEquals(List.of(1L, 2L), versions(table), "the scan goes on after its last row");
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void readsOfAStartFailLikeWrites() throws IOException {
    HBaseTable table = open(folder);
    fail("get", 1);
    assertThrows(UncheckedIOException.class, () -> table.get(key(1)));
    fail("getScanner", 1);
    assertThrows(UncheckedIOException.class, () -> versions(table));
  }

  @Test
  void aDeleteFailsWithAnIoException() throws IOException {
    HBaseTable table = open(folder);
    table.recovered();
    table.put(key(1), new byte[] {1}, 1);
    for (String call : List.of("getScanner", "next", "batch")) {
      fail(call, 1);
      assertThrows(SocketTimeoutException.class, () -> table.delete(key(0), key(9)), call);
      assertThrows(IllegalStateException.class, () -> table.commit(state(1)), call);
    }
    table.delete(key(0), key(9));
    table.commit(state(1));
    assertNull(table.get(key(1)));
  }

  @Test
  void manyKeysAreReadInParts() throws IOException {
    HBaseTable table = open(folder);
    Thread test = Thread.currentThread();
    AtomicInteger reads = new AtomicInteger();
    hbase.hook =
        call -> {
          if (Thread.currentThread() == test && call.equals("get")) {
            reads.incrementAndGet();
          }
        };
    List<DiskTable.Found> found =
        table.get(Collections.nCopies(HBaseTable.KEYS_OF_A_CALL + 1, key(1)));
    assertEquals(HBaseTable.KEYS_OF_A_CALL + 1, found.size());
    assertEquals(2, reads.get());
  }

  @Test
  void aDamagedCellFailsTheRead() throws IOException {
    HBaseTable table = open(folder);
    table.recovered();
    Put damaged =
        new Put(RowFormat.from(1, key(1)))
            .addColumn(RowFormat.DATA, RowFormat.VALUE, 7, new byte[] {9});
    try {
      hbase.connect().getTable(null).batch(List.of(damaged), new Object[1]);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertThrows(UncheckedIOException.class, () -> table.get(key(1)));
    assertThrows(UncheckedIOException.class, () -> versions(table));
  }

  @Test
  void onlyOneOfTwoCopiesThatStartAtOnceGetsTheTable(@TempDir Path copy) throws IOException {
    open(folder).close();
    Files.copy(folder.resolve(OwnerFile.NAME), copy.resolve(OwnerFile.NAME));
    AtomicBoolean other = new AtomicBoolean();
    AtomicReference<HBaseTable> winner = new AtomicReference<>();
    hbase.hook =
        call -> {
          if (call.equals("checkAndMutate") && other.compareAndSet(false, true)) {
            winner.set(open(copy));
          }
        };
    IOException refused = assertThrows(IOException.class, () -> open(folder));
    assertTrue(refused.getMessage().contains("at the same time"), refused.getMessage());
    winner.get().commit(state(3));
  }

  @Test
  void aTableThatWasTakenMustNotBeUsed() throws IOException {
    HBaseTable first = open(folder);
    first.check();
    open(folder);
    IOException lost = assertThrows(IOException.class, () -> first.commit(state(1)));
    UncheckedIOException ended = assertThrows(UncheckedIOException.class, first::check);
    assertTrue(ended.getMessage().contains("taken by another server"), ended.getMessage());
    assertTrue(lost.getMessage().contains("taken by another server"), lost.getMessage());
  }

  @Test
  void aStartFailsIfTheOldGenerationsCannotBeRemoved() throws IOException {
    open(folder).clear();
    fail("getScanner", 1);
    IOException failed = assertThrows(IOException.class, () -> open(folder));
    assertTrue(failed.getMessage().contains("cannot be opened: callTimeout"), failed.getMessage());
  }

  @Test
  void whatTheClientThrowsAtAStartIsAnErrorOfTheTable() {
    HBaseTable.Connecting broken =
        unused -> {
          throw new IllegalArgumentException("no such host");
        };
    IOException failed =
        assertThrows(
            IOException.class, () -> HBaseTable.open(folder, SETTINGS, broken, () -> 0).close());
    assertTrue(
        failed.getMessage().startsWith("the table bank of HBase at zk:2181 cannot be opened: "),
        failed.getMessage());
    hbase.hook =
        call -> {
          throw new IllegalStateException("the client is closed");
        };
    failed = assertThrows(IOException.class, () -> open(folder));
    assertTrue(failed.getMessage().contains("cannot be opened"), failed.getMessage());
    assertTrue(hbase.closed);
  }
}
