package dev.yardmaster.jdbc.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.schedule.ModelDatabase.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests a schedule in front of a model of a database, on simulated connections and a simulated
 * clock. Transactions that the schedule runs at the same time must never abort each other.
 */
class ScheduleSimulationTest {
  private static final long[] NONE = {};

  /** The accuracy of a transaction's declared rows. */
  private enum Keys {
    RIGHT,
    /** One transaction in ten omits one row that it writes. */
    WITHOUT_A_WRITE,
    /** The transactions omit all rows that they only read. */
    WITHOUT_READS,
    /** The transactions declare rows of another table. */
    WRONG
  }

  @Test
  void withTheRightKeysNothingIsAborted() {
    for (long seed = 0; seed < 3_000; seed++) {
      assertEquals(0, new Simulation(seed, Keys.RIGHT).run(), "aborts with seed=" + seed);
    }
  }

  @Test
  void transactionsThatJoinOthersAreNotAbortedEither() {
    int joined = 0;
    for (long seed = 0; seed < 3_000; seed++) {
      Simulation simulation = new Simulation(seed, Keys.RIGHT);
      simulation.joins = true;
      assertEquals(0, simulation.run(), "aborts with seed=" + seed);
      joined += simulation.joined;
    }
    assertTrue(joined > 10_000, "too few transactions joined others: " + joined);
  }

  @ParameterizedTest
  @EnumSource(
      value = Keys.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"RIGHT"})
  void withWrongKeysTheDatabaseAborts(Keys keys) {
    int aborts = 0;
    for (long seed = 0; seed < 300; seed++) {
      aborts += new Simulation(seed, keys).run();
    }
    assertTrue(aborts > 30, "with wrong rows the check must find aborts: aborts=" + aborts);
  }

  private static final class Simulation {
    private final String where;
    private final Keys keys;
    private final SplittableRandom random;
    private final int rows;
    private final Schedule schedule;
    private final ModelDatabase database = new ModelDatabase();
    private final Map<Ticket, Transaction> truth = new HashMap<>();
    private final List<Ticket> queued = new ArrayList<>();
    private final Map<Ticket, Long> endAt = new HashMap<>();
    private final PriorityQueue<Ticket> running =
        new PriorityQueue<>(Comparator.comparing(endAt::get));
    private final Map<Ticket, List<Ticket>> groups = new HashMap<>();
    private boolean joins;
    private int joined;
    private long now;
    private int aborts;

    Simulation(long seed, Keys keys) {
      where = "seed=" + seed + " keys=" + keys;
      this.keys = keys;
      random = new SplittableRandom(seed);
      rows = 2 + random.nextInt(20);
      int batchSize = 1 + random.nextInt(12);
      int connections = 1 + random.nextInt(8);
      schedule = new Schedule(new ScheduleConfig(batchSize, connections, 1_000, 1_000));
    }

    /** Runs all transactions to their ends and returns the number of aborts. */
    int run() {
      int left = 60;
      int withdrawn = 0;
      while (left > 0 || !queued.isEmpty() || !running.isEmpty()) {
        int move = random.nextInt(8);
        if (move < 4 && left > 0) {
          left--;
          arrive();
        } else if (move == 4 && !queued.isEmpty()) {
          assertTrue(schedule.withdraw(queued.remove(random.nextInt(queued.size()))), where);
          withdrawn++;
        } else if (move == 5 && joins && !running.isEmpty()) {
          join(running.peek());
        } else if (!running.isEmpty()) {
          end(running.remove());
        }
        // A free connection requests its next transaction at a random later step.
        if (random.nextInt(3) > 0) {
          startAll();
        }
        if (running.isEmpty() && !queued.isEmpty()) {
          startAll();
          assertTrue(
              !running.isEmpty(), () -> where + ": no transaction runs, queued=" + queued.size());
        }
      }
      assertEquals(60, database.commits() + joined + withdrawn, where);
      assertEquals(0, schedule.knownRows(), where);
      assertTrue(database.isSerializable(), where);
      return aborts;
    }

    private void arrive() {
      Transaction transaction = new Transaction(draw(3), draw(3));
      Ticket ticket = ticket(transaction);
      truth.put(ticket, transaction);
      queued.add(ticket);
      assertTrue(schedule.arrive(ticket), where);
    }

    private Ticket ticket(Transaction of) {
      return switch (keys) {
        case RIGHT -> new Ticket(of.reads, of.writes);
        case WITHOUT_A_WRITE ->
            new Ticket(
                of.reads,
                of.writes.length > 0 && random.nextInt(10) == 0
                    ? Arrays.copyOf(of.writes, of.writes.length - 1)
                    : of.writes);
        case WITHOUT_READS -> new Ticket(NONE, of.writes);
        case WRONG -> new Ticket(NONE, random.longs(1, 1_000, 2_000).toArray());
      };
    }

    /** Draws random rows. The rows with low numbers are the most frequent. */
    private long[] draw(int most) {
      return random
          .longs(random.nextInt(most + 1), 0, rows)
          .map(row -> random.nextBoolean() ? row / 4 : row)
          .toArray();
    }

    private void startAll() {
      for (Ticket next = schedule.next(); next != null; next = schedule.next()) {
        assertTrue(queued.remove(next), where);
        begin(next);
        while (joins && random.nextInt(3) > 0) {
          joined(next, schedule.joinReady(next, ticket -> random.nextInt(4) > 0));
        }
      }
    }

    private void begin(Ticket ticket) {
      truth.get(ticket).begin = ++now;
      endAt.put(ticket, now + 1 + random.nextInt(40));
      running.add(ticket);
    }

    private void join(Ticket first) {
      joined(first, schedule.join(group(first), ticket -> random.nextInt(4) > 0));
    }

    private List<Ticket> group(Ticket first) {
      return groups.computeIfAbsent(first, one -> new ArrayList<>(List.of(one)));
    }

    private void joined(Ticket first, Ticket next) {
      if (next != null) {
        assertTrue(queued.remove(next), where);
        group(first).add(next);
        joined++;
        truth.put(first, truth.get(first).and(truth.get(next)));
      }
    }

    private void end(Ticket ticket) {
      now = Math.max(now + 1, endAt.get(ticket));
      if (database.commit(truth.get(ticket), now)) {
        List<Ticket> group = group(ticket);
        // A lane may change the order of the group.
        Collections.shuffle(group, new Random(random.nextLong()));
        group.forEach(schedule::end);
      } else {
        aborts++;
        // The aborted transaction runs again and keeps its rows.
        begin(ticket);
      }
    }
  }
}
