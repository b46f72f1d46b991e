package dev.yardmaster.engine.redo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.storage.log.format.RecordEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the ring with records whose ids and lengths show which writer wrote them. */
@Timeout(60)
class LogRingTest {

  private static final SharedWords WORDS = new SharedWords(null);
  private static final long START = 100;

  /** Writes records with one write each, like a {@link LogWriter}. */
  private static final class Writer {
    private final LogRing ring;
    private final ByteBuffer memory;
    private final RecordEncoder encoder = new RecordEncoder();

    Writer(LogRing ring) {
      this.ring = ring;
      memory = ring.view();
    }

    static int units(int valueBytes) {
      return LogRing.unitsOf(
          RecordEncoder.HEADER_BYTES + new RecordEncoder().length("t", null, valueBytes));
    }

    void fill(long version, int valueBytes, long id) {
      int count = units(valueBytes);
      if (count > 0) {
        encode(version, valueBytes, id, memory, ring.at(version, count));
        ring.publish(version, count, false);
      } else {
        ByteBuffer outside = ByteBuffer.allocate(valueBytes + 100).order(ByteOrder.LITTLE_ENDIAN);
        int end = encode(version, valueBytes, id, outside, 0);
        ring.reserveOutside(end);
        ring.publishOutside(version, outside.position(0).limit(end));
      }
    }

    private int encode(long version, int valueBytes, long id, ByteBuffer into, int at) {
      encoder.begin(into, at);
      encoder.put(Key.of("t", id), new byte[valueBytes]);
      return encoder.end(id, version);
    }
  }

  /** Returns the test's id, which a record has in place of a transaction id. */
  private static long id(ByteBuffer record) {
    return record.getLong(record.position() + 16);
  }

  private static long version(ByteBuffer record) {
    return record.getLong(record.position() + 8);
  }

  @Test
  void onlyThePrefixWithoutGapsIsTaken() {
    LogRing ring = new LogRing(START, LogRing.unitsFor(1));
    Writer writer = new Writer(ring);
    long first = ring.reserve(WORDS, Writer.units(10));
    long second = ring.reserve(WORDS, Writer.units(100));
    long third = ring.reserve(WORDS, 7);
    assertEquals(START + 1, first);
    assertEquals(first + Writer.units(100), second);
    writer.fill(second, 100, 2);
    assertFalse(ring.hasNext());
    writer.fill(first, 10, 1);
    assertTrue(ring.hasNext());
    assertEquals(1, id(ring.take()));
    assertTrue(ring.hasNext());
    assertEquals(second, ring.nextVersion());
    assertEquals(2, id(ring.take()));
    assertFalse(ring.hasNext());
    ring.publish(third, 7, true);
    assertTrue(ring.hasNext());
    assertNull(ring.take());
    assertEquals(third, ring.taken());
    assertFalse(ring.hasNext());
  }

  @Test
  void thereIsRoomUntilHalfOfTheRingIsReserved() {
    LogRing ring = new LogRing(START, LogRing.unitsFor(1));
    Writer writer = new Writer(ring);
    int reserved = 0;
    while (ring.hasRoom()) {
      ring.publish(ring.reserve(WORDS, LogRing.MAX_UNITS), LogRing.MAX_UNITS, true);
      reserved += LogRing.MAX_UNITS;
    }
    assertEquals((1 << 13) + LogRing.MAX_UNITS, reserved);
    while (ring.hasNext()) {
      assertNull(ring.take());
    }
    assertFalse(ring.hasRoom());
    ring.free();
    assertTrue(ring.hasRoom());
    int large = (int) LogRing.MAX_OUTSIDE_BYTES;
    assertEquals(0, Writer.units(large));
    writer.fill(ring.reserve(WORDS, 1), large, 1);
    assertFalse(ring.hasRoom());
    assertTrue(ring.hasNext());
    assertEquals(1, id(ring.take()));
    ring.free();
    assertTrue(ring.hasRoom());
  }

  /**
   * Several threads write and skip records of all lengths, so the ring wraps around many times. The
   * reader must take every record once, in the order of versions; so the records of one thread are
   * in the order in which they were written.
   */
  @Test
  @SuppressWarnings("ThreadPriorityCheck") // The writers need the core while the reader waits.
  void everyRecordOfEveryThreadIsTakenInOrder() throws Exception {
    int threads = 4;
    int each = 10_000;
    LogRing ring = new LogRing(START, 1 << 10);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      all.add(
          new Thread(
              () -> {
                try {
                  write(ring, number, each);
                } catch (Throwable e) {
                  failure.compareAndSet(null, e);
                }
              }));
    }
    all.forEach(Thread::start);
    long[] next = new long[threads];
    long last = START;
    long taken = 0;
    while (taken < (long) threads * each) {
      assertNull(failure.get());
      if (!ring.hasNext()) {
        Thread.yield();
        continue;
      }
      long version = ring.nextVersion();
      assertTrue(version > last, () -> "versions rise: " + version);
      ByteBuffer record = ring.take();
      if (record != null) {
        assertEquals(version, version(record));
        int thread = (int) (id(record) % threads);
        long number = id(record) / threads;
        assertTrue(number >= next[thread], "thread " + thread + " has gone back to " + number);
        next[thread] = number + 1;
        int bytes = RecordEncoder.lengthAt(record, record.position());
        assertEquals(record.remaining(), bytes);
      }
      last = version;
      taken++;
      if (taken % 16 == 0) {
        ring.free();
      }
    }
    for (Thread thread : all) {
      thread.join();
    }
    assertEquals(last, ring.lastVersion());
  }

  @SuppressWarnings("ThreadPriorityCheck") // The reader needs the core while the writers wait.
  private static void write(LogRing ring, int number, int count) {
    Random random = new Random(number);
    Writer writer = new Writer(ring);
    for (int i = 0; i < count; i++) {
      while (!ring.hasRoom()) {
        Thread.yield();
      }
      int bytes = random.nextInt(100) == 0 ? random.nextInt(20_000) : random.nextInt(400);
      int units = Writer.units(bytes);
      long version = ring.reserve(WORDS, Math.max(1, units));
      if (random.nextInt(5) == 0) {
        ring.publish(version, Math.max(1, units), true);
      } else {
        writer.fill(version, bytes, 4L * i + number);
      }
    }
  }
}
