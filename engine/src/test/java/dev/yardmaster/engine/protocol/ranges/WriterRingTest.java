package dev.yardmaster.engine.protocol.ranges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.transaction.ThreadPace;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class WriterRingTest {

  private static long word(int worker, int index) {
    return WriterWord.of(worker, new Writer(index));
  }

  private static void requireWriter(long word, int worker, int index) {
    assertNotEquals(WriterRing.LOST, word);
    assertEquals(worker, WriterWord.worker(word));
    assertEquals(index, WriterWord.index(word));
  }

  @Test
  void writersStandInTheirOrder() {
    long[] ring = WriterRing.of(4);
    for (int i = 0; i < 100; i++) {
      assertEquals(i, WriterRing.version(ring));
      assertEquals(i, WriterRing.register(ring, word(i % 256, i), word -> true));
      requireWriter(WriterRing.writer(ring, i), i % 256, i);
      if (i >= 4) {
        requireWriter(WriterRing.writer(ring, i - 3), (i - 3) % 256, i - 3);
        assertEquals(WriterRing.LOST, WriterRing.writer(ring, i - 4));
      }
    }
  }

  @Test
  void whoIsStillNeededIsNotOverwritten() {
    long[] ring = WriterRing.of(2);
    long[] needed = {0};
    assertEquals(0, WriterRing.register(ring, word(0, 7), word -> false)); // The slot is unused.
    assertEquals(1, WriterRing.register(ring, word(1, 8), word -> false));
    for (int i = 0; i < 3; i++) {
      assertEquals(
          WriterRing.FULL,
          WriterRing.register(
              ring,
              word(2, 9),
              word -> {
                needed[0] = word;
                return false;
              }));
      requireWriter(needed[0], 0, 7);
      assertEquals(2, WriterRing.version(ring));
    }
    assertEquals(2, WriterRing.register(ring, word(2, 9), word -> true));
    requireWriter(WriterRing.writer(ring, 1), 1, 8);
    requireWriter(WriterRing.writer(ring, 2), 2, 9);
  }

  /**
   * Every position below the version that a reader sees must have its writer, unless the slot was
   * overwritten.
   */
  @Test
  void registeringThreadsLeaveNoHole() throws InterruptedException {
    int threads = 4;
    int each = 50_000;
    long[] ring = WriterRing.of(1 << 18);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread[] registering = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int worker = i;
      registering[i] =
          new Thread(
              () -> {
                for (int n = 0; n < each; n++) {
                  long position = WriterRing.register(ring, word(worker, n), word -> false);
                  long version = WriterRing.version(ring);
                  if (position >= version
                      || WriterRing.writer(ring, version - 1) == WriterRing.LOST) {
                    failure.compareAndSet(
                        null, new IllegalStateException("a hole: version=" + version));
                  }
                }
              });
      registering[i].start();
    }
    for (Thread thread : registering) {
      thread.join();
    }
    assertNull(failure.get());
    requireAllInOrder(ring, threads, threads * each);
  }

  /**
   * A longer ring must have the writers of the ring that it replaces, at whatever position that
   * ring was closed.
   */
  @Test
  void longerRingsHaveTheSameWriters() {
    for (int registered = 0; registered < 40; registered++) {
      long[] ring = WriterRing.of(4);
      for (int i = 0; i < registered; i++) {
        assertEquals(i, WriterRing.register(ring, word(i, i), word -> true));
      }
      WriterRing.close(ring);
      assertEquals(WriterRing.CLOSED, WriterRing.register(ring, word(7, 7), word -> true));
      assertEquals(registered, WriterRing.version(ring));
      long[] twice = WriterRing.twice(ring);
      assertEquals(8, WriterRing.slots(twice));
      int known = Math.min(4, registered);
      int end = registered + 8 - known;
      for (int i = registered; i < end; i++) {
        assertEquals(i, WriterRing.register(twice, word(i, i), word -> false));
      }
      assertEquals(WriterRing.FULL, WriterRing.register(twice, word(1, 1), word -> false));
      for (int i = registered - known; i < end; i++) {
        requireWriter(WriterRing.writer(twice, i), i, i);
      }
      assertEquals(end, WriterRing.register(twice, word(1, 1), word -> true));
      assertEquals(WriterRing.LOST, WriterRing.writer(twice, end - 8));
    }
  }

  /** If rings are closed while workers register, no writer may be lost or duplicated. */
  @Test
  void growingRingsLoseNobody() throws InterruptedException {
    int threads = 4;
    int each = 50_000;
    AtomicReference<long[]> present = new AtomicReference<>(WriterRing.of(2));
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread[] registering = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int worker = i;
      registering[i] =
          new Thread(
              () -> {
                for (int n = 0; n < each; n++) {
                  long position = registerGrowing(present, word(worker, n));
                  long[] ring = present.get();
                  if (position >= WriterRing.version(ring)
                      || WriterWord.worker(WriterRing.writer(ring, position)) != worker) {
                    failure.compareAndSet(
                        null, new IllegalStateException("lost: position=" + position));
                  }
                }
              });
      registering[i].start();
    }
    for (Thread thread : registering) {
      thread.join();
    }
    assertNull(failure.get());
    requireAllInOrder(present.get(), threads, threads * each);
  }

  /**
   * Registers a writer. No slot is ever stale, so a full ring is always replaced by a longer one.
   */
  private static long registerGrowing(AtomicReference<long[]> present, long word) {
    while (true) {
      long[] ring = present.get();
      long position = WriterRing.register(ring, word, other -> false);
      if (position >= 0) {
        return position;
      }
      if (position == WriterRing.FULL) {
        WriterRing.close(ring);
      }
      present.compareAndSet(ring, WriterRing.twice(ring));
    }
  }

  private static void requireAllInOrder(long[] ring, int threads, int all) {
    assertEquals(all, WriterRing.version(ring));
    int[] next = new int[threads];
    for (int position = 0; position < all; position++) {
      long word = WriterRing.writer(ring, position);
      assertNotEquals(WriterRing.LOST, word, "position=" + position);
      int worker = WriterWord.worker(word);
      assertEquals(next[worker]++, WriterWord.index(word), "position=" + position);
    }
  }

  @Test
  void lapsBeginAnew() {
    long lap = (1L << 28) - 1;
    long word = WriterWord.in(lap, word(3, 5));
    assertTrue(WriterWord.isIn(word, lap));
    assertFalse(WriterWord.isIn(word, lap - 1));
    assertFalse(WriterWord.isIn(word, lap + 1));
    requireWriter(word, 3, 5);
    assertNotEquals(0, WriterWord.in(lap, word(0, 0)));
  }

  /**
   * A worker may reuse a writer only if every running scan began after this writer had drawn its
   * timestamp.
   */
  @Test
  void writersAreUsedAgainWhenNobodyAsksForThem() {
    CommitClock clock = new CommitClock();
    ListedTransactions shared = new ListedTransactions(2, clock);
    WriterPool pool = new WriterPool(0, shared.writers(), shared.scans());
    for (int i = 0; i < 10_000; i++) {
      commit(pool, clock);
    }
    int withoutScans = pool.made();
    assertTrue(withoutScans <= 64, "made=" + withoutScans);

    shared.scans().begin(1);
    Writer needed = commit(pool, clock);
    int generation = needed.generation();
    for (int i = 0; i < 1_000; i++) {
      commit(pool, clock);
    }
    assertEquals(generation, needed.generation());
    assertTrue(pool.made() > 1_000, "made=" + pool.made());
    assertFalse(pool.isStale(WriterWord.of(0, needed)));

    shared.scans().end(1);
    assertTrue(pool.isStale(WriterWord.of(0, needed)));
    int made = pool.made();
    for (int i = 0; i < 10_000; i++) {
      commit(pool, clock);
    }
    assertTrue(pool.made() <= made + 16, "made=" + pool.made() + ", before=" + made);
    assertNotEquals(generation, needed.generation());
  }

  private static Writer commit(WriterPool pool, CommitClock clock) {
    Writer writer = pool.take();
    writer.drawing();
    writer.drawn(clock.next());
    pool.giveBack(writer);
    return writer;
  }

  /**
   * A validation must distinguish writers with earlier timestamps from those with later ones, and
   * must wait while a writer is drawing its timestamp.
   */
  @Test
  void whoHasNotDrawnComesLater() {
    ThreadPace pace = new ThreadPace(System::nanoTime);
    Writer writer = new Writer(0);
    assertFalse(writer.isBefore(10, pace));
    writer.drawing();
    Thread drawing = new Thread(() -> writer.drawn(9));
    drawing.start();
    assertTrue(writer.isBefore(10, pace));
    assertFalse(writer.isBefore(9, pace));
    writer.aborted(9);
    assertFalse(writer.isBefore(10, pace));
  }
}
