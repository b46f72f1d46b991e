package dev.yardmaster.storage.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The contract tests that every {@link DiskTable} must pass. */
public abstract class DiskTableContract {

  private static final int EFFORT = Integer.getInteger("tests.effort", 1);
  private static final DiskTable.State STATE = new DiskTable.State(7, 3, 1_700_000_000_000L);

  DiskTable table;

  /** Returns an empty table. */
  protected abstract DiskTable newTable() throws IOException;

  /** Ends a table as a crash does, and returns the table that the next start finds. */
  protected abstract DiskTable crash(DiskTable table, SplittableRandom random) throws IOException;

  /** Returns the highest version that a table can keep. */
  protected long highestVersion() {
    return Long.MAX_VALUE;
  }

  /** Returns whether a key keeps its highest version even if a lower version is written later. */
  protected boolean keepsHighest() {
    return false;
  }

  /** Returns whether a scan sees no write that begins after the beginning of the scan. */
  protected boolean scansSnapshots() {
    return true;
  }

  @BeforeEach
  void open() throws IOException {
    table = newTable();
  }

  @AfterEach
  void close() throws IOException {
    table.close();
  }

  static Key key(long id) {
    return Key.of("t", id);
  }

  static byte[] value(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  static long number(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }

  void crash(long seed) throws IOException {
    table = crash(table, new SplittableRandom(seed));
  }

  static List<Key> keys(DiskTable table, Key from, Key to, boolean backward) {
    List<Key> keys = new ArrayList<>();
    table.scan(from, to, backward, (key, value, version) -> keys.add(key));
    return keys;
  }

  private static void assertFound(byte[] value, long version, DiskTable.Found found) {
    assertNotNull(found);
    assertArrayEquals(value, found.value());
    assertEquals(version, found.version());
  }

  @Test
  void aNewTableIsEmpty() {
    assertEquals(DiskTable.State.EMPTY, table.state());
    assertNull(table.get(key(1)));
    assertEquals(List.of(), keys(table, null, null, false));
    assertEquals(List.of(), keys(table, null, null, true));
  }

  @Test
  void theLastPutWins() throws IOException {
    table.put(key(1), value(1), 5);
    table.put(key(2), new byte[0], highestVersion());
    assertFound(value(1), 5, table.get(key(1)));
    assertFound(new byte[0], highestVersion(), table.get(key(2)));
    table.put(key(1), value(2), 4);
    assertFound(value(keepsHighest() ? 1 : 2), keepsHighest() ? 5 : 4, table.get(key(1)));
    table.put(key(1), null, 6);
    assertNull(table.get(key(1)));
    assertEquals(List.of(key(2)), keys(table, null, null, false));
    table.put(key(1), value(3), 7);
    table.put(key(3), null, 8);
    table.commit(STATE);
    assertFound(value(3), 7, table.get(key(1)));
    assertEquals(List.of(key(1), key(2)), keys(table, null, null, false));
  }

  @Test
  void severalKeysAreWrittenTogether() throws IOException {
    table.put(key(2), value(2), 1);
    List<DiskTable.Change> changes = new ArrayList<>();
    for (int id = 0; id < 2_000; id++) {
      changes.add(new DiskTable.Change(key(id), id == 2 ? null : value(id), 2));
    }
    table.put(changes);
    table.put(List.of());
    assertFound(value(1_999), 2, table.get(key(1_999)));
    assertNull(table.get(key(2)));
    assertEquals(1_999, keys(table, null, null, false).size());
  }

  @Test
  void aScanVisitsARangeInBothDirections() throws IOException {
    Key endOfT = Scan.forward(key(0), null, 1).to();
    List<Key> all =
        List.of(
            Key.of("\0", 1),
            Key.of("s", "text"),
            key(-3),
            key(1),
            key(5),
            Key.of("t", "a"),
            Key.of("t\1", 1),
            Key.of("u", new byte[] {0}),
            Key.of("\uFFFF", new byte[] {-1, -1}),
            Key.ofDefinition("t"));
    for (Key key : all) {
      table.put(key, value(key.number()), 1);
    }
    table.commit(STATE);
    List<Key> sorted = all.stream().sorted().toList();
    checkScan(sorted, null, null);
    checkScan(sorted, key(1), null);
    checkScan(sorted, null, key(5));
    checkScan(sorted, key(1), key(5));
    checkScan(sorted, key(2), key(6));
    checkScan(sorted, key(2), endOfT);
    checkScan(sorted, endOfT, null);
    checkScan(sorted, key(5), key(5));
    checkScan(sorted, key(5), key(-3));
    checkScan(sorted, Key.of("u", new byte[] {1}), Key.of("v", 1));
  }

  private void checkScan(List<Key> sorted, Key from, Key to) {
    List<Key> expected =
        new ArrayList<>(
            sorted.stream()
                .filter(key -> from == null || key.compareTo(from) >= 0)
                .filter(key -> to == null || key.compareTo(to) < 0)
                .toList());
    assertEquals(expected, keys(table, from, to, false));
    Collections.reverse(expected);
    assertEquals(expected, keys(table, from, to, true));
  }

  @Test
  void aVisitorStopsTheScan() throws IOException {
    for (int id = 0; id < 5; id++) {
      table.put(key(id), value(10 + id), 20 + id);
    }
    List<Long> seen = new ArrayList<>();
    table.scan(
        null,
        null,
        true,
        (key, value, version) -> {
          seen.add(key.number());
          seen.add(number(value));
          seen.add(version);
          return key.number() != 3;
        });
    assertEquals(List.of(4L, 14L, 24L, 3L, 13L, 23L), seen);
  }

  @Test
  void theExceptionOfAVisitorEndsTheScan() throws IOException {
    table.put(key(1), value(1), 1);
    ArithmeticException thrown = new ArithmeticException();
    DiskTable.Visitor visitor =
        (key, value, version) -> {
          throw thrown;
        };
    assertEquals(
        thrown,
        assertThrows(ArithmeticException.class, () -> table.scan(null, null, false, visitor)));
    table.commit(STATE);
  }

  @Test
  void aScanSeesTheTableAsItWasWhenTheScanBegan() throws IOException {
    assumeTrue(scansSnapshots());
    for (int id = 0; id < 10; id += 2) {
      table.put(key(id), value(id), 1);
    }
    List<Long> seen = new ArrayList<>();
    table.scan(
        null,
        null,
        false,
        (key, value, version) -> {
          long id = key.number();
          seen.add(id);
          assertEquals(1, version);
          try {
            table.put(key(id + 1), value(id + 1), 2);
            table.put(key(id + 2), id == 2 ? null : value(0), 2);
            table.commit(STATE);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          assertEquals(2, table.get(key(id + 1)).version());
          return true;
        });
    assertEquals(List.of(0L, 2L, 4L, 6L, 8L), seen);
    assertNull(table.get(key(4)));
  }

  @Test
  void aRangeIsDeleted() throws IOException {
    for (int id = 0; id < 10; id++) {
      table.put(key(id), value(id), 1);
      table.put(Key.of("u", id), value(id), 1);
    }
    table.commit(STATE);
    table.put(key(5), value(50), 2);
    table.delete(key(3), key(7));
    table.delete(key(1), key(1));
    table.delete(key(2), key(0));
    assertNull(table.get(key(5)));
    assertEquals(
        List.of(key(0), key(1), key(2), key(7), key(8), key(9)),
        keys(table, null, Key.of("u", 0), false));
    table.put(key(4), value(4), 3);
    table.commit(STATE);
    assertFound(value(4), 3, table.get(key(4)));
    assertEquals(List.of(key(7), key(4), key(2)), keys(table, key(2), key(8), true));
    table.delete(key(8), Key.of("u", 9));
    assertEquals(List.of(key(7), Key.of("u", 9)), keys(table, key(5), null, false));
  }

  @Test
  void aCommitSurvivesACrash() throws IOException {
    for (int seed = 0; seed < 4; seed++) {
      table.put(key(1), value(seed), 1);
      table.put(key(2), null, 2);
      assertEquals(seed == 0 ? DiskTable.State.EMPTY : STATE, table.state());
      table.commit(STATE);
      assertEquals(STATE, table.state());
      table.put(key(2), value(2), 3);
      crash(seed);
      assertEquals(STATE, table.state());
      assertFound(value(seed), 1, table.get(key(1)));
      assertTrue(table.get(key(2)) == null || table.get(key(2)).version() == 3);
    }
  }

  @Test
  void aClearedTableIsLikeANewOneAlsoAfterACrash() throws IOException {
    for (int seed = 0; seed < 4; seed++) {
      for (int id = 0; id < 100; id++) {
        table.put(key(id), value(id), 1);
      }
      table.commit(STATE);
      table.put(Key.of("\0", Long.MIN_VALUE), value(0), 1);
      table.put(Key.of("\uFFFF", new byte[] {-1}), value(0), 1);
      table.clear();
      aNewTableIsEmpty();
      crash(seed);
      aNewTableIsEmpty();
      table.put(key(seed), value(1), 1);
      assertEquals(List.of(key(seed)), keys(table, null, null, false));
      table.commit(STATE);
      crash(seed);
      assertEquals(List.of(key(seed)), keys(table, null, null, true));
      assertEquals(STATE, table.state());
      table.clear();
    }
  }

  @Test
  void behavesLikeASortedMap() throws IOException {
    for (int seed = 0; seed < 3 * EFFORT; seed++) {
      new RandomRun(seed).run();
    }
  }

  /** Random calls, which are compared with a map. */
  private final class RandomRun {

    private static final int STEPS = 1_000;

    private final int seed;
    private final SplittableRandom random;
    private final List<Key> pool = new ArrayList<>();
    private final NavigableMap<Key, Long> expected = new TreeMap<>();
    private final NavigableMap<Key, Long> committed = new TreeMap<>();

    /** For each key, the versions that it had after the last commit; 0 if it was deleted. */
    private final Map<Key, List<Long>> later = new TreeMap<>();

    private DiskTable.State state = DiskTable.State.EMPTY;
    private int step;

    RandomRun(int seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      for (int i = 0; i < 60; i++) {
        pool.add(KeyFormatTest.randomKey(random));
      }
    }

    void run() throws IOException {
      table.clear();
      for (step = 1; step <= STEPS; step++) {
        switch (random.nextInt(20)) {
          case 0 -> commit();
          case 1 -> deleteRange();
          case 2, 3 -> scan();
          case 4 -> rare();
          case 5, 6, 7, 8 -> get();
          default -> put();
        }
      }
    }

    private String replay() {
      return "seed=" + seed + " step=" + step;
    }

    private Key any() {
      return pool.get(random.nextInt(pool.size()));
    }

    private void put() throws IOException {
      Key key = any();
      boolean deleted = random.nextInt(4) == 0;
      table.put(key, deleted ? null : value(step), step);
      set(key, deleted ? 0 : step);
    }

    private void set(Key key, long version) {
      later.computeIfAbsent(key, none -> new ArrayList<>()).add(version);
      if (version == 0) {
        expected.remove(key);
      } else {
        expected.put(key, version);
      }
    }

    private void deleteRange() throws IOException {
      Key from = any();
      Key to = any();
      table.delete(from, to);
      pool.stream()
          .filter(key -> from.compareTo(key) <= 0 && key.compareTo(to) < 0)
          .forEach(key -> set(key, 0));
    }

    private void get() {
      Key key = any();
      check(key, expected.get(key), table.get(key));
      List<Key> several = List.of(any(), key, any(), key);
      List<DiskTable.Found> found = table.get(several);
      assertEquals(several.size(), found.size(), this::replay);
      for (int i = 0; i < several.size(); i++) {
        check(several.get(i), expected.get(several.get(i)), found.get(i));
      }
    }

    private void check(Key key, Long version, DiskTable.Found found) {
      assertEquals(version, found == null ? null : found.version(), () -> replay() + " key=" + key);
      if (found != null) {
        assertEquals(version, number(found.value()), () -> replay() + " key=" + key);
      }
    }

    private void scan() {
      Key from = random.nextInt(4) == 0 ? null : any();
      Key to = random.nextInt(4) == 0 ? null : any();
      boolean backward = random.nextBoolean();
      int limit = random.nextInt(1, 60);
      List<Key> found = new ArrayList<>();
      table.scan(
          from,
          to,
          backward,
          (key, value, version) -> {
            check(key, expected.get(key), new DiskTable.Found(value, version));
            found.add(key);
            return found.size() < limit;
          });
      NavigableSet<Key> keys = new TreeSet<>(expected.keySet());
      keys.removeIf(key -> from != null && key.compareTo(from) < 0);
      keys.removeIf(key -> to != null && key.compareTo(to) >= 0);
      List<Key> wanted = (backward ? keys.descendingSet() : keys).stream().limit(limit).toList();
      assertEquals(wanted, found, this::replay);
    }

    private void commit() throws IOException {
      state = new DiskTable.State(step, random.nextLong(), random.nextLong());
      table.commit(state);
      committed();
    }

    private void committed() {
      committed.clear();
      committed.putAll(expected);
      later.clear();
      assertEquals(state, table.state(), this::replay);
    }

    private void rare() throws IOException {
      if (random.nextInt(10) == 0) {
        table.clear();
        expected.clear();
        state = DiskTable.State.EMPTY;
        committed();
      } else if (random.nextInt(2) == 0) {
        table = crash(table, random);
        readAfterCrash();
      }
    }

    /** Checks that the table has the commit and a part of the later writes. */
    private void readAfterCrash() {
      expected.clear();
      table.scan(
          null,
          null,
          false,
          (key, value, version) -> {
            assertEquals(version, number(value), this::replay);
            expected.put(key, version);
            return true;
          });
      for (Key key : pool) {
        long before = committed.getOrDefault(key, 0L);
        long after = expected.getOrDefault(key, 0L);
        assertTrue(
            after == before || later.getOrDefault(key, List.of()).contains(after),
            () -> replay() + " key=" + key + " before=" + before + " after=" + after);
      }
      committed();
    }
  }

  /**
   * One thread writes the keys in their order, in several rounds. The version of a key is the
   * number of the round. A reader of a key must find at least the round whose write of this key
   * ended before the read. A scan must find one round in the keys up to some key, and the previous
   * round in all later keys.
   */
  @Test
  void readersSeeEveryWriteThatEnded() throws Exception {
    int keys = 200;
    int rounds = 50 * EFFORT;
    AtomicLongArray ended = new AtomicLongArray(keys);
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService readers = Executors.newFixedThreadPool(2);
    Future<?> gets = readers.submit(() -> getUntil(over, ended));
    Future<?> scans = readers.submit(() -> scanUntil(over, ended));
    try {
      for (int round = 1; round <= rounds && !gets.isDone() && !scans.isDone(); round++) {
        for (int i = 0; i < keys; i++) {
          table.put(key(i), value(round), round);
          ended.set(i, round);
        }
        if (round % 10 == 0) {
          table.commit(new DiskTable.State(round, 0, 0));
        }
      }
    } finally {
      over.set(true);
      readers.shutdown();
    }
    gets.get();
    scans.get();
  }

  private void getUntil(AtomicBoolean over, AtomicLongArray ended) {
    SplittableRandom random = new SplittableRandom(1);
    while (!over.get()) {
      int id = random.nextInt(ended.length());
      long least = ended.get(id);
      DiskTable.Found found = table.get(key(id));
      long version = found == null ? 0 : found.version();
      assertTrue(version >= least, () -> "id=" + id + " least=" + least + " found=" + version);
    }
  }

  private void scanUntil(AtomicBoolean over, AtomicLongArray ended) {
    while (!over.get()) {
      long first = ended.get(0);
      long last = ended.get(ended.length() - 1);
      List<Long> versions = new ArrayList<>();
      table.scan(null, null, false, (key, value, version) -> versions.add(version));
      long count = versions.size();
      assertTrue(last == 0 || count == ended.length(), () -> "entries=" + count);
      assertTrue(first == 0 || versions.get(0) >= first, versions::toString);
      for (int i = 1; i < count; i++) {
        assertTrue(versions.get(i) <= versions.get(i - 1), versions::toString);
      }
      assertTrue(
          count == 0 || versions.get(0) - versions.get((int) count - 1) <= 1, versions::toString);
    }
  }

  @Test
  void aClosedTableRefusesAllCalls() throws IOException {
    table.put(key(1), value(1), 1);
    table.commit(STATE);
    table.close();
    table.close();
    List<Executable> calls =
        List.of(
            () -> table.state(),
            () -> table.get(key(1)),
            () -> table.scan(null, null, false, (key, value, version) -> true),
            () -> table.put(key(1), value(1), 1),
            () -> table.put(key(1), null, 1),
            () -> table.delete(key(1), key(2)),
            () -> table.commit(STATE),
            () -> table.clear(),
            () -> table.bytes());
    for (Executable call : calls) {
      String message = assertThrows(IllegalStateException.class, call).getMessage();
      assertTrue(message.endsWith("is closed"), message);
    }
  }

  @Test
  void aTableIsClosedWhileItIsRead() throws Exception {
    for (int id = 0; id < 1_000; id++) {
      table.put(key(id), value(id), 1);
    }
    table.commit(STATE);
    ExecutorService readers = Executors.newFixedThreadPool(3);
    Phaser started = new Phaser(4);
    List<Future<?>> ends = new ArrayList<>();
    Runnable get = () -> table.get(key(500));
    Runnable scan = () -> table.scan(null, null, false, (key, value, version) -> true);
    // A visitor that does not stop by itself.
    Runnable endless =
        () ->
            table.scan(
                null,
                null,
                true,
                (key, value, version) -> {
                  Thread.onSpinWait();
                  return table.get(key(1)) != null;
                });
    for (Runnable call : List.of(get, scan, endless)) {
      ends.add(readers.submit(() -> repeat(call, started)));
    }
    started.arriveAndAwaitAdvance();
    table.close();
    readers.shutdown();
    for (Future<?> end : ends) {
      end.get();
    }
  }

  /** Repeats a call until it finds the table closed. */
  private static void repeat(Runnable call, Phaser started) {
    call.run();
    started.arrive();
    assertThrows(
        IllegalStateException.class,
        () -> {
          while (true) {
            call.run();
          }
        });
  }
}
