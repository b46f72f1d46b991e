package dev.yardmaster.storage.worker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.storage.DiskStore;
import dev.yardmaster.storage.ReadSet;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.ForwardingTable;
import dev.yardmaster.storage.table.MapTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/**
 * Tests a worker whose store does not have all keys in memory, and the reader that reads the
 * missing keys from disk.
 */
class TableReaderTest {

  /** The number of keys; more than the initial capacity of a request. */
  private static final int KEYS = 20;

  private final MapTable table = new MapTable();
  private final DiskTable forReader =
      new ForwardingTable(table) {
        @Override
        public Found get(Key key) {
          throw new AssertionError("a worker waits for " + key);
        }

        @Override
        public List<Found> get(List<Key> keys) {
          return table.get(keys);
        }
      };
  private final DiskStore store = new DiskStore(forReader, Key::number, null, 1 << 20);
  private final Queue<StorageRequest> inbox = new ArrayDeque<>();
  private final Queue<StorageRequest> replies = new ArrayDeque<>();
  private final Queue<ReadRequest> misses = new ArrayDeque<>();
  private final TableReader reader = new TableReader(forReader, misses, List.of(inbox));
  private final StorageWorker worker =
      new StorageWorker(
          "storage",
          store,
          inbox,
          StorageSettings.fixed(10, true),
          () -> 100,
          RangeMarks.undivided(() -> 100),
          () -> 0,
          new OutcomeRetention(new OutcomeHorizon(() -> 0, 1_000), 1_000),
          ShardSnapshots.none(() -> 100),
          misses);

  private static Key key(int number) {
    return Key.of("t", number);
  }

  private ReadRequest send(ReadSet reads) {
    ReadRequest request = new ReadRequest(7, replies, reads, new ScanSet(1), 0);
    for (int i = 0; i < KEYS; i++) {
      request.add(reads.add(key(i), i));
    }
    inbox.add(request);
    return request;
  }

  @Test
  void aRequestWaitsUntilAllItsKeysAreInMemory() {
    for (int i = 0; i < KEYS - 1; i++) {
      table.put(key(i), new byte[] {(byte) i}, i + 1);
    }
    ReadSet reads = new ReadSet();
    ReadRequest sent = send(reads);

    assertEquals(1, worker.doWork());
    assertNull(replies.peek());
    assertEquals(1, worker.counter(StorageCounter.MISSES));
    store.write(key(3), 3, new byte[] {33}, 50); // Installed while the reader reads.
    assertEquals(1, reader.doWork());
    assertEquals(0, reader.doWork());
    assertEquals(1, worker.doWork());

    assertSame(sent, replies.poll());
    for (int i = 0; i < KEYS; i++) {
      byte[] expected = i == 3 ? new byte[] {33} : i == KEYS - 1 ? null : new byte[] {(byte) i};
      assertArrayEquals(expected, reads.value(i), "key " + i);
      assertEquals(i == 3 ? 50 : i == KEYS - 1 ? 0 : i + 1, reads.version(i), "key " + i);
      assertEquals(100, reads.freshThrough(i));
    }
  }

  @Test
  void anAbsentKeyMayBeWrittenWhileTheReaderReads() {
    ReadSet reads = new ReadSet();
    ReadRequest sent = new ReadRequest(7, replies, reads, new ScanSet(1), 0);
    for (int i = 0; i < 3; i++) {
      sent.add(reads.add(key(i), i));
    }
    inbox.add(sent);
    assertEquals(1, worker.doWork());
    assertEquals(1, reader.doWork());
    store.write(key(1), 1, new byte[] {11}, 9);
    assertEquals(1, worker.doWork());

    assertSame(sent, replies.poll());
    assertNull(reads.value(0));
    assertArrayEquals(new byte[] {11}, reads.value(1));
    assertEquals(9, reads.version(1));
    assertNull(reads.value(2));
  }

  @Test
  void theReaderReadsTheKeysOfSeveralRequestsTogether() {
    table.put(key(1), new byte[] {1}, 1);
    table.put(key(3), new byte[] {3}, 3);
    List<ReadSet> sets = List.of(new ReadSet(), new ReadSet());
    for (int i = 0; i < 2; i++) {
      ReadSet reads = sets.get(i);
      ReadRequest request = new ReadRequest(i, replies, reads, new ScanSet(1), 0);
      request.add(reads.add(key(2 * i), 2L * i));
      request.add(reads.add(key(2 * i + 1), 2 * i + 1));
      inbox.add(request);
    }
    assertEquals(2, worker.doWork());
    assertEquals(2, reader.doWork());
    assertEquals(2, worker.doWork());
    for (int i = 0; i < 2; i++) {
      assertEquals(i, replies.remove().slot());
      assertNull(sets.get(i).value(0));
      assertEquals(2 * i + 1, sets.get(i).version(1));
    }
  }

  @Test
  void aRequestIsUsedAgain() {
    table.put(key(0), new byte[] {1}, 1);
    ReadSet reads = new ReadSet();
    ReadRequest sent = send(reads);
    assertEquals(1, worker.doWork());
    assertEquals(1, reader.doWork());
    assertEquals(1, worker.doWork());
    assertSame(sent, replies.poll());

    table.put(key(5), new byte[] {5}, 5);
    sent.clear();
    reads.clear();
    sent.add(reads.add(key(0), 0));
    inbox.add(sent);
    assertEquals(1, worker.doWork());
    assertSame(sent, replies.poll(), "key 0 is in memory now");
    assertEquals(1, worker.counter(StorageCounter.MISSES));

    sent.clear();
    reads.clear();
    sent.add(reads.add(key(5), 5));
    inbox.add(sent);
    assertEquals(1, worker.doWork());
    assertEquals(1, reader.doWork());
    assertEquals(1, worker.doWork());
    assertSame(sent, replies.poll());
    assertEquals(5, reads.version(0));
  }

  @Test
  void theReaderFailsIfTheTableMayNoLongerBeUsed() {
    DiskTable lost =
        new ForwardingTable(
            new ForwardingTable(table) {
              @Override
              public void check() {
                throw new UncheckedIOException(new IOException("taken by another server"));
              }
            }) {};
    TableReader idle = new TableReader(lost, misses, List.of(inbox));
    assertThrows(UncheckedIOException.class, idle::doWork);
  }

  @Test
  void aReadHasABoundedNumberOfKeys() {
    int each = TableReader.KEYS_TOGETHER / 2 + 1;
    for (int i = 0; i < 3; i++) {
      ReadSet reads = new ReadSet();
      ReadRequest request = new ReadRequest(i, replies, reads, new ScanSet(1), 0);
      for (int k = 0; k < each; k++) {
        int number = i * each + k;
        request.add(reads.add(key(number), number));
      }
      inbox.add(request);
    }
    assertEquals(3, worker.doWork());
    assertEquals(2, reader.doWork());
    assertEquals(1, reader.doWork());
  }
}
