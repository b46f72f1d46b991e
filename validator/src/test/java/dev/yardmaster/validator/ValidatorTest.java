package dev.yardmaster.validator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Sends random requests through every form of validator, whose agents run one duty cycle at a time
 * in random order. Each request must be decided once. The commits, repaired or not, must be
 * serializable in commit order. No transaction may write keys that are reserved for another
 * transaction.
 */
class ValidatorTest {

  private static final int REQUESTS = 400;
  private static final int MAX_UNDECIDED = 30;
  private static final long RESERVATION_NS = 60;

  /**
   * The number of keys. There are more keys than fingerprints; see {@link
   * SumTransaction#fingerprint}.
   */
  private static final int KEYS = 12;

  @Test
  void whateverCommitsReadTheNewestCommittedVersions() {
    Map<Decision, Integer> seen = new EnumMap<>(Decision.class);
    Map<ValidatorCounter, Long> counted = new EnumMap<>(ValidatorCounter.class);
    for (long seed = 1; seed <= 300; seed++) {
      Run run = new Run(seed);
      run.play(seen);
      if (run.reordering) {
        assertEquals(
            0,
            run.validator.counter(ValidatorCounter.CONFLICTS_IN_BATCH),
            "the ordered requests of a batch must not conflict with each other: seed=" + seed);
      }
      for (ValidatorCounter counter : ValidatorCounter.values()) {
        counted.merge(counter, run.validator.counter(counter), Long::sum);
      }
    }
    // The run must have covered all these cases. Conflicts within a batch can occur if a batch is
    // in the order of arrival.
    assertEquals(EnumSet.complementOf(EnumSet.of(Decision.RANGE)), seen.keySet());
    for (ValidatorCounter counter :
        List.of(
            ValidatorCounter.CONFLICTS_IN_BATCH,
            ValidatorCounter.REPAIRED,
            ValidatorCounter.REPAIRS_WITH_UNKNOWN_KEY,
            ValidatorCounter.REPAIRS_THAT_THREW,
            ValidatorCounter.REPAIRS_OVER_BUDGET,
            ValidatorCounter.RESERVATIONS,
            ValidatorCounter.RESERVATIONS_EXPIRED,
            ValidatorCounter.PARKED)) {
      assertTrue(counted.get(counter) > 0, counter + ": " + counted);
    }
  }

  /**
   * A reservation as its transaction knows it. The reservation lasts at least until {@code endsNs}.
   */
  private record Reservation(Set<Long> fingerprints, boolean everything, long endsNs) {}

  private static final class Run {
    private final long seed;
    private final Random random;
    private final Queue<ValidationRequest> decisions = new ArrayDeque<>();
    private final Watermark watermark = new Watermark(64);
    private final List<Queue<ValidationRequest>> inboxes = new ArrayList<>();
    private final CommittedVersions committed;
    private final boolean reordering;
    private final Validator validator;
    private long nowNs;

    /**
     * The newest committed version of each key. A key that was never written has version 0 and
     * value 0.
     */
    private final long[] newest = new long[KEYS];

    private final long[] values = new long[KEYS];
    private final Set<Long> versions = new HashSet<>();
    private final List<Long> uninstalled = new ArrayList<>();

    private final Map<Integer, SumTransaction> undecided = new HashMap<>();
    private final Map<Integer, long[]> asked = new HashMap<>();
    private final Map<Long, Reservation> held = new HashMap<>();

    /** The attempts that must commit if their reservations have not ended. */
    private final Set<Integer> safe = new HashSet<>();

    private int sent;

    Run(long seed) {
      this.seed = seed;
      // Generators with small seeds draw nearly equal first numbers, so the seed is multiplied.
      random = new Random(seed * 0x9E3779B97F4A7C15L);
      boolean batching = random.nextBoolean();
      reordering = batching && random.nextInt(4) > 0;
      int preparers = batching ? 1 + random.nextInt(2) : 1;
      for (int i = 0; i < preparers; i++) {
        inboxes.add(new ArrayDeque<>());
      }
      Solver[] solvers = Solver.values();
      committed = new CommittedVersions(random.nextBoolean() ? 4 : 1024);
      ValidatorConfig config =
          new ValidatorConfig(
              batching,
              reordering,
              1 + random.nextInt(20),
              random.nextInt(2),
              preparers,
              1 + random.nextInt(3),
              random.nextBoolean(),
              random.nextBoolean() ? 1_000 : 3,
              false,
              ReorderConfig.DEFAULT.withSolver(solvers[random.nextInt(solvers.length)]));
      validator =
          new Validator(
              config,
              random.nextBoolean() ? restless(config) : BatchSettings.fixed(config),
              inboxes,
              committed,
              watermark,
              new LogicalRanges(watermark),
              new Reservations(RESERVATION_NS, watermark, () -> nowNs),
              null,
              AccessSets::new,
              REQUESTS,
              BatchLinks.IN_MEMORY,
              () -> nowNs);
    }

    /** Returns settings that change at every read. */
    private BatchSettings restless(ValidatorConfig config) {
      return new BatchSettings() {
        @Override
        public int batchSize() {
          return 1 + random.nextInt(config.batchSize());
        }

        @Override
        public long maxBatchAgeNs() {
          return random.nextInt(2);
        }

        @Override
        public boolean validatorReordering() {
          return config.reordering() && random.nextBoolean();
        }

        @Override
        public Solver solver() {
          return random.nextBoolean() ? config.reorder().solver() : Solver.SORT;
        }
      };
    }

    void play(Map<Decision, Integer> seen) {
      int idleSteps = 0;
      while (sent < REQUESTS || !undecided.isEmpty() || !asked.isEmpty()) {
        assertTrue(idleSteps++ < 100_000, "every request must be decided: seed=" + seed);
        int open = undecided.size() + asked.size();
        if (sent < REQUESTS && open < MAX_UNDECIDED && random.nextInt(3) == 0) {
          sendAny();
        }
        nowNs += random.nextInt(2);
        long beganNs = nowNs;
        validator.agents().get(random.nextInt(validator.agents().size())).doWork();
        for (ValidationRequest decided; (decided = decisions.poll()) != null; ) {
          take(decided, beganNs);
          seen.merge(decided.decision(), 1, Integer::sum);
          idleSteps = 0;
        }
        checkRemembered();
        if (!uninstalled.isEmpty() && random.nextInt(3) > 0) {
          watermark.installed(uninstalled.remove(random.nextInt(uninstalled.size())));
        }
      }
    }

    private void sendAny() {
      if (!held.isEmpty() && random.nextInt(3) == 0) {
        long holder = held.keySet().iterator().next();
        if (random.nextInt(4) == 0) {
          sendRelease(holder);
        } else {
          sendHolders(holder);
        }
      } else if (random.nextInt(12) == 0) {
        sendReservation();
      } else {
        sendTransaction();
      }
    }

    private void sendTransaction() {
      ValidationRequest request = new ValidationRequest(sent, decisions);
      request.begin(sent, random.nextInt(3), 1 + random.nextInt(5));
      SumTransaction transaction = new SumTransaction(request, sent);
      for (int i = random.nextInt(4); i > 0; i--) {
        int key = random.nextInt(KEYS);
        // The read returns a value that storage could return: the last installed value, or
        // sometimes no value.
        boolean old = random.nextInt(5) == 0;
        long version = old ? 0 : newest[key];
        boolean isNewest = version == newest[key];
        long freshThrough =
            isNewest && random.nextBoolean() ? Math.max(version, watermark.get()) : version;
        transaction.reads(key, old ? 0 : values[key], version, freshThrough);
      }
      transaction.writes(someKeys());
      if (random.nextInt(3) == 0) {
        transaction.writesAgain(someKeys());
      }
      if (random.nextInt(20) == 0) {
        transaction.endsWith(ValidatedTransaction.Rerun.THREW);
      }
      transaction.whileItRuns(() -> nowNs += random.nextInt(2));
      // For one transaction in four, other transactions' repairs cannot use the values that it
      // writes.
      if (random.nextInt(4) > 0) {
        request.transaction(transaction, true, random.nextBoolean());
      }
      send(transaction.fill());
    }

    private long[] someKeys() {
      return random.ints(random.nextInt(4), 0, KEYS).distinct().asLongStream().toArray();
    }

    private void send(SumTransaction transaction) {
      undecided.put(sent, transaction);
      inbox().add(transaction.request());
      sent++;
    }

    private Queue<ValidationRequest> inbox() {
      return inboxes.get(random.nextInt(inboxes.size()));
    }

    private void sendReservation() {
      ValidationRequest request = new ValidationRequest(sent, decisions);
      request.beginReservation(sent, 0, random.nextInt(4) == 0, nowNs + random.nextInt(400));
      long[] keys = someKeys();
      for (long key : keys) {
        request.read(SumTransaction.fingerprint(key), 0);
      }
      asked.put(sent, keys);
      inbox().add(request);
      sent++;
    }

    private void sendRelease(long holder) {
      held.remove(holder);
      ValidationRequest request = new ValidationRequest(sent, decisions);
      request.beginRelease(holder, 0);
      asked.put(sent, new long[0]);
      inbox().add(request);
      sent++;
    }

    /**
     * Sends the attempt of a transaction that holds a reservation. In most cases the attempt uses
     * only the reserved keys.
     */
    private void sendHolders(long holder) {
      Reservation reservation = held.get(holder);
      boolean asPromised = random.nextInt(4) > 0;
      ValidationRequest request = new ValidationRequest(sent, decisions);
      request.begin(holder, 3, 1);
      request.reserved();
      SumTransaction transaction = new SumTransaction(request, holder);
      long[] keys =
          asPromised
              ? random
                  .longs(3, 0, KEYS)
                  .filter(key -> covers(reservation, SumTransaction.fingerprint(key)))
                  .distinct()
                  .toArray()
              : someKeys();
      for (long key : keys) {
        // When the transaction reads, all commits before the reservation are installed.
        transaction.reads(key, values[(int) key], newest[(int) key], versions.size());
      }
      transaction.writes(keys);
      request.transaction(transaction, true, false);
      if (asPromised) {
        safe.add(sent);
      }
      send(transaction.fill());
    }

    private static boolean covers(Reservation reservation, long fingerprint) {
      return reservation.everything() || reservation.fingerprints().contains(fingerprint);
    }

    /**
     * Checks a decision. Answers that commit or reserve arrive in the order of the decisions,
     * because one agent makes all decisions.
     */
    private void take(ValidationRequest decided, long stepBeganNs) {
      String replay = "seed=" + seed + " request=" + decided.slot();
      long id = decided.transactionId();
      if (decided.purpose() != Purpose.COMMIT) {
        long[] keys = asked.remove(decided.slot());
        assertNotNull(keys, "decided twice: " + replay);
        if (decided.decision() == Decision.RESERVED) {
          reserve(decided, keys, stepBeganNs, replay);
        } else {
          assertEquals(Decision.RELEASED, decided.decision(), replay);
        }
        return;
      }
      SumTransaction transaction = undecided.remove(decided.slot());
      assertNotNull(transaction, "decided twice: " + replay);
      if (decided.decision() == Decision.COMMIT) {
        commit(decided, transaction, replay);
      } else {
        assertEquals(0, decided.commitVersion(), replay);
        // Even with a reservation the decision can be TRUNCATED, because a reservation does not
        // restore versions that the table has discarded.
        assertFalse(
            safe.contains(decided.slot())
                && decided.decision() != Decision.TRUNCATED
                && lasts(held.get(id)),
            "an attempt with a valid reservation must commit: " + replay);
      }
      if (decided.isReserved()) {
        held.remove(id);
      }
    }

    private boolean lasts(Reservation reservation) {
      return reservation != null && nowNs < reservation.endsNs();
    }

    private void reserve(ValidationRequest granted, long[] keys, long nowAtLeastNs, String replay) {
      assertEquals(
          versions.size(),
          granted.foundVersion(),
          "the reservation must wait for all issued versions: " + replay);
      Set<Long> fingerprints = new HashSet<>();
      Arrays.stream(keys).map(SumTransaction::fingerprint).forEach(fingerprints::add);
      for (Reservation other : held.values()) {
        boolean meet =
            granted.asksForEverything()
                || other.everything()
                || fingerprints.stream().anyMatch(key -> covers(other, key));
        assertFalse(lasts(other) && meet, "no key may be reserved for two transactions: " + replay);
      }
      held.put(
          granted.transactionId(),
          new Reservation(
              fingerprints, granted.asksForEverything(), nowAtLeastNs + RESERVATION_NS));
    }

    private void commit(ValidationRequest decided, SumTransaction transaction, String replay) {
      for (SumTransaction.Read read : transaction.reads()) {
        int key = (int) read.key();
        assertEquals(
            newest[key], read.version(), "a commit must have read the newest version: " + replay);
        assertEquals(
            values[key], read.value(), "a commit must have read the newest value: " + replay);
      }
      if (transaction.writes().length == 0) {
        assertEquals(0, decided.commitVersion(), replay);
        return;
      }
      long version = decided.commitVersion();
      assertTrue(versions.add(version), replay);
      assertEquals(versions.size(), version, "commit versions must rise by 1: " + replay);
      uninstalled.add(version);
      for (long key : transaction.writes()) {
        newest[(int) key] = version;
        values[(int) key] = transaction.sum();
        held.forEach(
            (holder, reservation) ->
                assertFalse(
                    holder != decided.transactionId()
                        && lasts(reservation)
                        && covers(reservation, SumTransaction.fingerprint(key)),
                    "no other transaction may write a key that is reserved for "
                        + holder
                        + ": "
                        + replay));
      }
    }

    /** If the table has a value for a key, checks that it is the last committed value. */
    private void checkRemembered() {
      for (int key = 0; key < KEYS; key++) {
        int entry = committed.find(SumTransaction.fingerprint(key));
        if (entry >= 0 && committed.remembers(entry, Keys.key(key))) {
          String replay = "seed=" + seed + " sent=" + sent + " key=" + key;
          assertEquals(newest[key], committed.version(entry), replay);
          assertEquals(values[key], SumTransaction.number(committed.value(entry)), replay);
        }
      }
    }
  }
}
