package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * The part of {@link TransactionServiceContract} for read-only snapshots. A service without
 * snapshots must refuse them.
 */
public abstract class SnapshotContract extends PhantomContract {

  private static final int ACCOUNTS = 40;
  private static final int OPENING = 1_000;
  private static final int TRANSFERS = 200;
  private static final int SNAPSHOTS = 25;
  private static final int WRITES_AT_ONCE = 15;
  private static final Key A = Key.of("snapped", 1);
  private static final Key B = Key.of("snapped", 2);
  private static final Key C = Key.of("snapped", 3);

  /** Returns whether the service supports snapshots. */
  protected boolean hasSnapshots() {
    return true;
  }

  /** Returns the number of snapshots that may be open at the same time. */
  protected int maxSnapshots() {
    return 64;
  }

  private Snapshot open() {
    return open(SnapshotOptions.strict());
  }

  private Snapshot open(SnapshotOptions options) {
    assumeTrue(hasSnapshots());
    return service().readOnly(options);
  }

  private void commit(OneShot.Builder stated) {
    ended(service().submit(stated.build())).valueOrThrow();
  }

  private static <R> Outcome<R> ended(CompletionStage<Outcome<R>> stage) {
    return stage.toCompletableFuture().orTimeout(50, TimeUnit.SECONDS).join();
  }

  private static ErrorCode codeOf(Executable reading) {
    return assertThrows(YardmasterException.class, reading).code();
  }

  private static Key account(long number) {
    return Key.of("accounts", number);
  }

  /** Commits values of the keys 0 to {@code count} of a table, in several transactions. */
  private void fill(String table, int count, byte[] value) {
    for (int start = 0; start < count; start += WRITES_AT_ONCE) {
      OneShot.Builder puts = OneShot.builder();
      for (int id = start; id < Math.min(count, start + WRITES_AT_ONCE); id++) {
        puts.put(Key.of(table, id), value);
      }
      commit(puts);
    }
  }

  private static List<Long> numbers(SnapshotCursor cursor) {
    List<Long> numbers = new ArrayList<>();
    while (cursor.next()) {
      numbers.add(cursor.key().number());
    }
    assertFalse(cursor.next());
    return numbers;
  }

  @Test
  void aServiceWithoutSnapshotsRefusesThem() {
    assumeTrue(!hasSnapshots());
    assertEquals(ErrorCode.BAD_CONFIG, codeOf(() -> service().readOnly()));
  }

  @Test
  void aSnapshotHasTheCommitsThatWereAcknowledgedBefore() {
    for (long round = 1; round <= 50; round++) {
      commit(OneShot.builder().putLong(A, round).putLong(B, -round));
      try (Snapshot snapshot = open()) {
        assertEquals(round, snapshot.getLong(A));
        assertEquals(-round, snapshot.getLong(B));
      }
    }
  }

  /**
   * A snapshot contains every commit up to its version, including commits that end while the
   * snapshot is being opened.
   */
  @Test
  void aSnapshotHasTheCommitsUpToItsVersion() throws Exception {
    assumeTrue(hasSnapshots());
    ConcurrentSkipListMap<Long, Long> valueAt = new ConcurrentSkipListMap<>();
    commit(OneShot.builder().putLong(A, 0));
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (long value = 1; !over.get(); value++) {
                var outcome = ended(service().submit(OneShot.builder().putLong(A, value).build()));
                valueAt.put(((Outcome.Committed<?>) outcome).commitVersion(), value);
              }
            });
    List<long[]> seen = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        try (Snapshot snapshot = open()) {
          seen.add(new long[] {snapshot.version(), snapshot.getLong(A)});
        }
      }
    } finally {
      over.set(true);
    }
    writer.get(50, TimeUnit.SECONDS);
    for (long[] one : seen) {
      var newest = valueAt.floorEntry(one[0]);
      assertTrue(
          newest == null || one[1] >= newest.getValue(),
          () -> "version=" + one[0] + ", value=" + one[1] + ", commit up to it=" + newest);
    }
  }

  @Test
  void aSnapshotDoesNotSeeLaterCommits() {
    commit(OneShot.builder().putLong(A, 1).putLong(B, 2));
    try (Snapshot snapshot = open()) {
      commit(OneShot.builder().putLong(A, 10).delete(B).putLong(C, 3));
      commit(OneShot.builder().putLong(A, 20).putLong(B, 21).delete(C));
      assertEquals(1, snapshot.getLong(A));
      assertEquals(2, snapshot.getLong(B));
      assertFalse(snapshot.contains(C));
      assertNull(snapshot.get(C));
      assertEquals(List.of(A, B), List.copyOf(snapshot.scan(A, null, 10).keySet()));
      assertEquals(List.of(B, A), List.copyOf(snapshot.scanBackward(A, null, 10).keySet()));
      try (Snapshot later = open()) {
        assertTrue(later.version() >= snapshot.version());
        assertEquals(20, later.getLong(A));
        assertEquals(21, later.getLong(B));
      }
      assertEquals(1, snapshot.getLong(A));
    }
  }

  @Test
  void aKeyThatWasDeletedAndWrittenAgainIsReadAtEachMoment() {
    List<Snapshot> snapshots = new ArrayList<>();
    List<Long> expected = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(7);
    for (int step = 0; step < Math.min(30, maxSnapshots()); step++) {
      boolean deletes = random.nextInt(3) == 0;
      long value = random.nextLong();
      commit(deletes ? OneShot.builder().delete(A) : OneShot.builder().putLong(A, value));
      snapshots.add(open());
      expected.add(deletes ? null : value);
    }
    // The snapshots close in random order; the snapshots that are still open must still read their
    // old values.
    while (!snapshots.isEmpty()) {
      for (int i = 0; i < snapshots.size(); i++) {
        byte[] found = snapshots.get(i).get(A);
        assertEquals(expected.get(i), found == null ? null : (Long) Values.toLong(A, found));
      }
      int ends = random.nextInt(snapshots.size());
      snapshots.remove(ends).close();
      expected.remove(ends);
      commit(OneShot.builder().putLong(A, 1).putLong(B, 1));
    }
  }

  @Test
  void aCursorSeesOneStateOnAllPages() {
    int count = 2_500;
    fill("paged", count, new byte[] {1});
    List<Long> all = new ArrayList<>();
    for (long id = 0; id < count; id++) {
      all.add(id);
    }
    try (Snapshot snapshot = open()) {
      SnapshotCursor cursor = snapshot.cursor(Key.of("paged", 0), null);
      for (long id = 0; id < count; id++) {
        assertTrue(cursor.next());
        assertEquals(id, cursor.key().number());
        assertArrayEquals(new byte[] {1}, cursor.value());
        if (id % 100 == 50) {
          // While the cursor moves, transactions add, change and remove keys before and after it.
          commit(
              OneShot.builder()
                  .delete(Key.of("paged", id + 40))
                  .put(Key.of("paged", id - 40), new byte[] {2})
                  .put(Key.of("paged", id + 41), new byte[] {3})
                  .put(Key.of("paged", count + id), new byte[] {4}));
        }
      }
      assertFalse(cursor.next());
      assertThrows(NoSuchElementException.class, cursor::key);
      assertEquals(all, numbers(snapshot.cursor(Key.of("paged", -1), Key.of("paged", 2L * count))));
      List<Long> descending = new ArrayList<>(all);
      Collections.reverse(descending);
      assertEquals(descending, numbers(snapshot.cursor(Key.of("paged", 0), null, true)));
      assertEquals(List.of(), numbers(snapshot.cursor(Key.of("paged", 3L * count), null)));
    }
  }

  @Test
  void pagesWithLongValuesAreComplete() {
    byte[] value = new byte[TransactionServiceContract.MAX_VALUE_BYTES];
    Arrays.fill(value, (byte) 9);
    fill("long", 900, value);
    try (Snapshot snapshot = open()) {
      assertEquals(900, numbers(snapshot.cursor(Key.of("long", 0), null)).size());
      Map<Key, byte[]> scanned = snapshot.scan(Key.of("long", 100), null, 700);
      assertEquals(700, scanned.size());
      assertArrayEquals(value, scanned.get(Key.of("long", 799)));
    }
  }

  @Test
  void manyKeysAreReadAtOnce() {
    fill("many", 1_300, new byte[] {5});
    List<Key> keys = new ArrayList<>();
    for (int id = 1_999; id >= 0; id--) {
      keys.add(Key.of("many", id));
    }
    try (Snapshot snapshot = open()) {
      Map<Key, byte[]> values = snapshot.getAll(keys);
      assertEquals(keys, List.copyOf(values.keySet()));
      assertArrayEquals(new byte[] {5}, values.get(Key.of("many", 1_299)));
      assertNull(values.get(Key.of("many", 1_300)));
      assertEquals(Map.of(), snapshot.getAll(List.of()));
    }
  }

  @Test
  void rangesOfSnapshotsAgreeWithAMap() {
    for (long seed = 1; seed <= 3; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NavigableMap<Key, byte[]> model = new TreeMap<>();
      String table = "model-" + seed;
      for (int step = 0; step < 60; step++) {
        Key key = Key.of(table, random.nextInt(40));
        if (random.nextInt(3) == 0) {
          commit(OneShot.builder().delete(key));
          model.remove(key);
        } else {
          byte[] value = {(byte) step};
          commit(OneShot.builder().put(key, value));
          model.put(key, value);
        }
        if (step % 10 != 9) {
          continue;
        }
        try (Snapshot snapshot = open()) {
          commit(OneShot.builder().put(Key.of(table, 7), new byte[] {77}));
          Key from = Key.of(table, random.nextInt(40));
          Key to = Key.of(table, from.number() + random.nextInt(40));
          int limit = 1 + random.nextInt(20);
          for (boolean backward : new boolean[] {false, true}) {
            NavigableMap<Key, byte[]> range = model.subMap(from, true, to, false);
            List<Key> expected =
                (backward ? range.descendingMap() : range).keySet().stream().limit(limit).toList();
            Scan scan = new Scan(from, to, limit, backward);
            Map<Key, byte[]> found = snapshot.scan(scan);
            assertEquals(expected, List.copyOf(found.keySet()), "seed=" + seed + " " + scan);
            found.forEach((k, value) -> assertArrayEquals(range.get(k), value));
          }
          model.put(Key.of(table, 7), new byte[] {77});
        }
      }
    }
  }

  @Test
  void theSumOfTransfersIsTheSameInEverySnapshot() throws InterruptedException {
    OneShot.Builder opening = null;
    for (int number = 0; number < ACCOUNTS; number++) {
      opening = number % WRITES_AT_ONCE == 0 ? OneShot.builder() : opening;
      opening.putLong(account(number), OPENING);
      if (number % WRITES_AT_ONCE == WRITES_AT_ONCE - 1 || number == ACCOUNTS - 1) {
        commit(opening);
      }
    }
    assumeTrue(hasSnapshots());
    AtomicBoolean over = new AtomicBoolean();
    List<Outcome<?>> failed = new ArrayList<>();
    Thread payer =
        new Thread(
            () -> {
              SplittableRandom random = new SplittableRandom(3);
              for (int i = 0; i < TRANSFERS && failed.isEmpty(); i++) {
                Key from = account(random.nextInt(ACCOUNTS));
                Key to = account((from.number() + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS);
                Outcome<?> outcome =
                    ended(service().submit(OneShot.builder().add(from, -7).add(to, 7).build()));
                if (!(outcome instanceof Outcome.Committed<?>)) {
                  failed.add(outcome);
                }
              }
              over.set(true);
            });
    payer.start();
    try {
      for (int opened = 0; opened < SNAPSHOTS || !over.get(); opened++) {
        SnapshotOptions options =
            opened % 2 == 0
                ? SnapshotOptions.strict()
                : SnapshotOptions.staleBy(Duration.ofSeconds(5));
        try (Snapshot snapshot = open(options)) {
          long sum = 0;
          for (int number = 0; number < ACCOUNTS / 2; number++) {
            sum += snapshot.getLong(account(number));
          }
          SnapshotCursor rest = snapshot.cursor(account(ACCOUNTS / 2), null);
          while (rest.next()) {
            sum += Values.toLong(rest.key(), rest.value());
          }
          assertEquals((long) ACCOUNTS * OPENING, sum);
        }
      }
    } finally {
      payer.join();
    }
    assertEquals(List.of(), failed);
  }

  @Test
  void aClosedSnapshotRefusesReads() {
    commit(OneShot.builder().putLong(A, 1));
    Snapshot snapshot = open();
    SnapshotCursor cursor = snapshot.cursor(A, null);
    snapshot.close();
    snapshot.close();
    assertEquals(ErrorCode.TRANSACTION_OVER, codeOf(() -> snapshot.get(A)));
    assertEquals(ErrorCode.TRANSACTION_OVER, codeOf(() -> snapshot.scan(A, null, 1)));
    assertEquals(ErrorCode.TRANSACTION_OVER, codeOf(() -> snapshot.getAll(List.of(A))));
    assertEquals(ErrorCode.TRANSACTION_OVER, codeOf(cursor::next));
  }

  @Test
  void badKeysAndRangesAreRefused() {
    try (Snapshot snapshot = open()) {
      Key reserved = new TransactionId(1, 0, 0).outcomeKey();
      assertEquals(ErrorCode.BAD_KEY, codeOf(() -> snapshot.get(null)));
      assertEquals(ErrorCode.BAD_KEY, codeOf(() -> snapshot.get(reserved)));
      assertEquals(ErrorCode.BAD_KEY, codeOf(() -> snapshot.getAll(List.of(A, reserved))));
      assertEquals(ErrorCode.BAD_SCAN, codeOf(() -> snapshot.cursor(B, A)));
      assertEquals(ErrorCode.BAD_SCAN, codeOf(() -> snapshot.scan(A, null, 0)));
    }
  }

  @Test
  void aSnapshotEndsAtItsTimeout() {
    commit(OneShot.builder().putLong(A, 1));
    try (Snapshot snapshot = open(SnapshotOptions.strict().withTimeout(Duration.ofMillis(20)))) {
      long beganNs = System.nanoTime();
      YardmasterException ended = null;
      while (ended == null && System.nanoTime() - beganNs < TimeUnit.SECONDS.toNanos(30)) {
        try {
          assertEquals(1, snapshot.getLong(A));
        } catch (YardmasterException error) {
          ended = error;
        }
      }
      assertEquals(ErrorCode.SNAPSHOT_TOO_OLD, ended.code());
      assertTrue(ended.getMessage().contains("timeout"), ended.getMessage());
      assertEquals(ErrorCode.SNAPSHOT_TOO_OLD, codeOf(() -> snapshot.scan(A, null, 1)));
    }
    try (Snapshot next = open()) {
      assertEquals(1, next.getLong(A));
    }
  }

  @Test
  void theNumberOfOpenSnapshotsIsLimited() {
    List<Snapshot> snapshots = new ArrayList<>();
    for (int i = 0; i < maxSnapshots(); i++) {
      snapshots.add(open());
    }
    assertEquals(ErrorCode.OVERLOADED, codeOf(this::open));
    snapshots.remove(3).close();
    snapshots.add(open());
    snapshots.forEach(Snapshot::close);
  }

  @Test
  void aSnapshotOfAClosedServiceIsRefused() {
    Snapshot snapshot = open();
    service().close();
    ErrorCode ofRead = codeOf(() -> snapshot.get(A));
    assertTrue(ofRead == ErrorCode.CLOSED || ofRead == ErrorCode.SNAPSHOT_TOO_OLD, "" + ofRead);
    assertEquals(ErrorCode.CLOSED, codeOf(() -> service().readOnly()));
    snapshot.close();
  }
}
