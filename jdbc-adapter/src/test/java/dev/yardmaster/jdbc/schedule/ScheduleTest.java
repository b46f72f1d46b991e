package dev.yardmaster.jdbc.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

  private static final long[] NONE = {};

  private static Schedule schedule(int batchSize, int maxRunning) {
    return new Schedule(new ScheduleConfig(batchSize, maxRunning, 10_000, 10_000));
  }

  private static Ticket writing(long... rows) {
    return new Ticket(NONE, rows);
  }

  @Test
  void whatDoesNotConflictStartsInOrderOfArrival() {
    Schedule schedule = schedule(50, 8);
    Ticket one = writing(1);
    Ticket two = writing(2);
    assertTrue(schedule.arrive(one));
    assertTrue(schedule.arrive(two));
    assertSame(one, schedule.next());
    assertSame(two, schedule.next());
    assertNull(schedule.next());
    assertEquals(2, schedule.running());
  }

  @Test
  void twoWritersOfARowRunOneAfterTheOther() {
    Schedule schedule = schedule(50, 8);
    Ticket one = writing(1);
    Ticket two = writing(1);
    schedule.arrive(one);
    schedule.arrive(two);
    assertSame(one, schedule.next());
    assertNull(schedule.next());
    assertEquals(1, schedule.heldOver());
    schedule.end(one);
    assertSame(two, schedule.next());
  }

  @Test
  void aFollowerWaitsForARowThatARunningTicketWrites() {
    Schedule schedule = schedule(50, 8);
    Ticket one = writing(1, 2);
    Ticket two = writing(2);
    schedule.arrive(one);
    assertSame(one, schedule.next());
    schedule.arrive(new Ticket(new long[] {1}, NONE));
    assertFalse(schedule.hasFollower(one), "who only reads does not wait");
    schedule.next();
    schedule.arrive(two);
    assertTrue(schedule.hasFollower(one));
    schedule.end(one);
    assertSame(two, schedule.next());
    assertFalse(schedule.hasFollower(two));
  }

  @Test
  void whoOnlyReadsIsNotHeldUp() {
    Schedule schedule = schedule(50, 8);
    Ticket writer = writing(1);
    Ticket reader = new Ticket(new long[] {1}, NONE);
    schedule.arrive(writer);
    schedule.arrive(reader);
    assertNotNull(schedule.next());
    assertNotNull(schedule.next());
  }

  @Test
  void aReaderOfARowGoesBeforeItsWriterWhicheverCameFirst() {
    Schedule schedule = schedule(50, 8);
    Ticket writer = writing(1);
    Ticket reader = new Ticket(new long[] {1}, new long[] {2});
    schedule.arrive(writer);
    schedule.arrive(reader);
    assertSame(reader, schedule.next());
    assertNull(schedule.next());
    schedule.end(reader);
    assertSame(writer, schedule.next());
    assertEquals(0, schedule.heldOver());
  }

  @Test
  void theHotRowsNextWriterStartsBeforeOthersThatAreReady() {
    Schedule schedule = schedule(50, 1);
    List<Ticket> hot = List.of(writing(1), writing(1), writing(1));
    List<Ticket> cold = List.of(writing(2), writing(3), writing(4));
    for (int i = 0; i < 3; i++) {
      schedule.arrive(hot.get(i));
      schedule.arrive(cold.get(i));
    }
    assertSame(hot.get(0), schedule.next());
    schedule.end(hot.get(0));
    assertSame(
        hot.get(1),
        schedule.next(),
        "the ticket with one more waiting ticket behind it must start first");
  }

  @Test
  void noMoreRunThanMay() {
    Schedule schedule = schedule(50, 2);
    for (int i = 0; i < 3; i++) {
      schedule.arrive(writing(i));
    }
    Ticket one = schedule.next();
    schedule.next();
    assertNull(schedule.next());
    schedule.end(one);
    assertNotNull(schedule.next());
  }

  @Test
  void whatHasNoRoomIsNotTaken() {
    Schedule schedule = new Schedule(new ScheduleConfig(50, 1, 3, 3));
    schedule.arrive(writing(1));
    schedule.arrive(writing(1));
    assertNotNull(schedule.next());
    assertNull(schedule.next());
    schedule.arrive(writing(2));
    Ticket third = writing(3);
    assertTrue(schedule.arrive(third));
    assertFalse(schedule.arrive(writing(4)), "three are queued");
    assertTrue(schedule.withdraw(third));
    // The ticket that waits for row 1 was parked when the batch was formed.
    assertTrue(schedule.arrive(writing(5)));
    assertEquals(3, schedule.queued());
  }

  @Test
  void aRowHasItsOwnBound() {
    Schedule schedule = new Schedule(new ScheduleConfig(50, 8, 100, 2));
    for (int i = 0; i < 3; i++) {
      assertTrue(schedule.arrive(writing(1)));
      schedule.next();
    }
    assertFalse(schedule.arrive(writing(1)));
    assertTrue(schedule.arrive(writing(2)));
  }

  @Test
  void aRowsBoundHoldsWhileNothingMayStart() {
    Schedule schedule = new Schedule(new ScheduleConfig(50, 1, 100, 2));
    assertTrue(schedule.arrive(writing(9)));
    assertNotNull(schedule.next());
    assertTrue(schedule.arrive(writing(1)));
    assertTrue(schedule.arrive(writing(1)));
    assertFalse(schedule.arrive(writing(1)));
    assertTrue(
        schedule.arrive(new Ticket(new long[] {1}, NONE)),
        "a ticket that only reads waits for no row");
  }

  @Test
  void whoIsWithdrawnHoldsNobodyUp() {
    Schedule schedule = schedule(50, 8);
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      tickets.add(writing(1));
      schedule.arrive(tickets.get(i));
    }
    assertSame(tickets.get(0), schedule.next());
    assertNull(schedule.next());
    assertTrue(schedule.withdraw(tickets.get(1)));
    assertFalse(schedule.withdraw(tickets.get(1)));
    assertFalse(schedule.withdraw(tickets.get(0)), "it runs");
    schedule.end(tickets.get(0));
    assertSame(tickets.get(2), schedule.next());
    schedule.end(tickets.get(2));
    assertSame(tickets.get(3), schedule.next());
    schedule.end(tickets.get(3));
    assertEquals(0, schedule.knownRows());
    assertEquals(0, schedule.queued());
  }

  @Test
  void whoIsHeldOverForARowThatItReadsLeavesItsOtherRowsToOthers() {
    Schedule schedule = schedule(50, 8);
    Ticket writer = writing(1);
    schedule.arrive(writer);
    assertSame(writer, schedule.next());
    Ticket reader = new Ticket(new long[] {1}, new long[] {2});
    schedule.arrive(reader);
    assertNull(schedule.next());
    assertEquals(1, schedule.heldOver());
    Ticket other = writing(2);
    schedule.arrive(other);
    assertSame(other, schedule.next());
    schedule.end(writer);
    assertNull(schedule.next(), "the ticket must now wait for row 2");
    schedule.end(other);
    assertSame(reader, schedule.next());
  }

  @Test
  void whoIsParkedBehindThoseThatAreWithdrawnGoesOn() {
    Schedule schedule = schedule(1, 8);
    Ticket running = writing(1);
    schedule.arrive(running);
    assertSame(running, schedule.next());
    Ticket first = writing(1);
    Ticket second = writing(1);
    schedule.arrive(first);
    schedule.arrive(second);
    assertNull(schedule.next());
    schedule.end(running);
    assertTrue(
        schedule.withdraw(first),
        "a ticket whose deadline passes before its start must be withdrawn");
    assertSame(second, schedule.next());
  }

  @Test
  void aRowThatIsUsedUnannouncedHoldsOthersUp() {
    Schedule schedule = schedule(50, 8);
    Ticket surprised = writing(1);
    schedule.arrive(surprised);
    schedule.next();
    schedule.alsoUses(surprised, 2, true);
    Ticket other = writing(2);
    schedule.arrive(other);
    assertNull(schedule.next());
    schedule.end(surprised);
    assertSame(other, schedule.next());
  }

  @Test
  void aTicketIsUsedOnce() {
    Schedule schedule = schedule(50, 8);
    Ticket ticket = writing(1);
    schedule.arrive(ticket);
    assertThrows(IllegalStateException.class, () -> schedule.arrive(ticket));
    assertThrows(IllegalStateException.class, () -> schedule.end(ticket));
  }

  /**
   * Makes random moves with random tickets. Conflicting tickets must never run at the same time,
   * all tickets must end, and the schedule must keep no state.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 50})
  void conflictsNeverRunAtOnceAndAllEnd(int batchSize) {
    for (long seed = 0; seed < 400; seed++) {
      new Run(seed, batchSize).run();
    }
  }

  /** One seeded run of a schedule. The rules of the schedule are checked at every step. */
  private static final class Run {
    private final String where;
    private final SplittableRandom random;
    private final Schedule schedule;
    private final int rows;
    private final List<Ticket> running = new ArrayList<>();
    private final List<Ticket> queued = new ArrayList<>();
    private final Map<Ticket, Integer> overtaken = new HashMap<>();

    Run(long seed, int batchSize) {
      where = "seed=" + seed + " batchSize=" + batchSize;
      random = new SplittableRandom(seed);
      rows = 1 + random.nextInt(12);
      schedule = schedule(batchSize, 1 + random.nextInt(6));
    }

    void run() {
      int left = 300;
      while (left > 0 || !queued.isEmpty() || !running.isEmpty()) {
        int move = random.nextInt(10);
        if (move < 5 && left > 0) {
          left--;
          arrive();
        } else if (move == 5 && !queued.isEmpty() && random.nextInt(4) == 0) {
          Ticket gone = queued.remove(random.nextInt(queued.size()));
          assertTrue(schedule.withdraw(gone), where);
        } else if (!running.isEmpty()) {
          schedule.end(running.remove(random.nextInt(running.size())));
        }
        startAll();
        // If a ticket is queued, another ticket must run, because no ticket may wait without a
        // reason.
        assertTrue(queued.isEmpty() || !running.isEmpty(), where);
        assertEquals(queued.size(), schedule.queued(), where);
        assertEquals(running.size(), schedule.running(), where);
      }
      assertEquals(0, schedule.knownRows(), where);
    }

    private void arrive() {
      Ticket ticket = new Ticket(draw(), draw());
      assertTrue(schedule.arrive(ticket), where);
      queued.add(ticket);
    }

    private long[] draw() {
      return random.longs(random.nextInt(3), 0, rows).toArray();
    }

    private void startAll() {
      for (Ticket ticket = schedule.next(); ticket != null; ticket = schedule.next()) {
        for (Ticket other : running) {
          assertFalse(conflict(ticket, other), where);
        }
        assertTrue(queued.remove(ticket), where);
        running.add(ticket);
        for (Ticket passed : queued) {
          // The number of times that a ticket is overtaken is bounded, so that no ticket waits for
          // ever.
          assertTrue(overtaken.merge(passed, 1, Integer::sum) < 250, where);
        }
      }
    }

    private static boolean conflict(Ticket a, Ticket b) {
      if (a.onlyReads() || b.onlyReads()) {
        return false;
      }
      return overlap(a.writes, b.writes)
          || overlap(a.writes, b.reads)
          || overlap(a.reads, b.writes);
    }

    private static boolean overlap(long[] a, long[] b) {
      for (long x : a) {
        for (long y : b) {
          if (x == y) {
            return true;
          }
        }
      }
      return false;
    }
  }
}
