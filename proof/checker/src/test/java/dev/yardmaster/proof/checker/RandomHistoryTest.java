package dev.yardmaster.proof.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.proof.checker.ModelHistory.Access;
import dev.yardmaster.proof.checker.ModelHistory.Transaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Compares random histories, correct and broken, with the definitions in {@link BruteForce}. */
class RandomHistoryTest {

  /** Ways to break a serial execution by changing one of its transactions. */
  private enum Fault {
    READ_MOVED {
      @Override
      void plant(ModelHistory history, Random random) {
        Access access = anyAccess(history, random, false);
        List<Access> writes = new ArrayList<>();
        for (Transaction transaction : history.transactions) {
          transaction.accesses.stream()
              .filter(other -> other.write && other.key == access.key)
              .forEach(writes::add);
        }
        if (writes.isEmpty()) {
          return;
        }
        Access other = writes.get(random.nextInt(writes.size()));
        access.version = other.version;
        access.value = other.value;
      }
    },
    READ_ONE_OFF {
      @Override
      void plant(ModelHistory history, Random random) {
        anyAccess(history, random, false).version += random.nextBoolean() ? 1 : -1;
      }
    },
    WRITES_SWAPPED {
      @Override
      void plant(ModelHistory history, Random random) {
        Access first = anyAccess(history, random, true);
        Access second = anyAccess(history, random, true);
        if (first.key == second.key) {
          long version = first.version;
          first.version = second.version;
          second.version = version;
        }
      }
    },
    VALUE_CHANGED {
      @Override
      void plant(ModelHistory history, Random random) {
        anyAccess(history, random, random.nextBoolean()).value++;
      }
    },
    INTERVAL_MOVED {
      @Override
      void plant(ModelHistory history, Random random) {
        Transaction transaction = any(history, random);
        long length = random.nextInt(300);
        transaction.beginNs = random.nextInt(100 * history.transactions.size());
        transaction.endNs = transaction.beginNs + length;
      }
    },
    TRANSACTION_LOST {
      @Override
      void plant(ModelHistory history, Random random) {
        history.transactions.remove(random.nextInt(history.transactions.size()));
      }
    },
    VERSION_SHARED {
      @Override
      void plant(ModelHistory history, Random random) {
        any(history, random).commitVersion = any(history, random).commitVersion;
      }
    },
    WRITE_AGAIN {
      @Override
      void plant(ModelHistory history, Random random) {
        Access access = anyAccess(history, random, true);
        long version = access.version + random.nextInt(3) - 1;
        any(history, random).accesses.add(new Access(true, access.key, version, access.value));
      }
    };

    abstract void plant(ModelHistory history, Random random);

    private static Transaction any(ModelHistory history, Random random) {
      return history.transactions.get(random.nextInt(history.transactions.size()));
    }

    /**
     * Returns a read or write of the history; if the history has none, returns an unrelated access.
     */
    private static Access anyAccess(ModelHistory history, Random random, boolean write) {
      List<Access> accesses = new ArrayList<>();
      for (Transaction transaction : history.transactions) {
        transaction.accesses.stream().filter(a -> a.write == write).forEach(accesses::add);
      }
      return accesses.isEmpty()
          ? new Access(write, 0, 0, 0)
          : accesses.get(random.nextInt(accesses.size()));
    }
  }

  @Test
  void serialExecutionsPass() throws IOException {
    for (long seed = 1; seed <= 3_000; seed++) {
      Random random = new Random(seed);
      ModelHistory history =
          ModelHistory.serial(random, 1 + random.nextInt(100), 1 + random.nextInt(12));
      CheckResult result = SerializabilityChecker.check(history.recorded());
      assertTrue(result.isSerializable(), "seed=" + seed + "\n" + result.inWords());
      assertEquals(history.transactions.size(), result.transactions(), "seed=" + seed);
    }
  }

  @Test
  void brokenExecutionsAreJudgedAsByBruteForce() throws IOException {
    Set<AnomalyKind> seen = EnumSet.noneOf(AnomalyKind.class);
    int broken = 0;
    for (long seed = 1; seed <= 4_000; seed++) {
      Random random = new Random(seed);
      ModelHistory history =
          ModelHistory.serial(random, 2 + random.nextInt(30), 1 + random.nextInt(6));
      int faults = 1 + random.nextInt(4) / 3;
      String planted = "";
      for (int i = 0; i < faults; i++) {
        Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
        fault.plant(history, random);
        planted += " " + fault;
      }
      broken += compare(history, "seed=" + seed + planted, seen);
    }
    assertTrue(broken > 1_000, "broken=" + broken);
    // A write cycle of two transactions is created only if the same exchange happens on two keys,
    // which occurs only in arbitrary histories.
    seen.add(AnomalyKind.G0);
    // These kinds are anomalies only under snapshot isolation; see SnapshotCheckTest.
    seen.add(AnomalyKind.NO_SNAPSHOT);
    seen.add(AnomalyKind.OVERLAPPING_WRITES);
    assertEquals(EnumSet.allOf(AnomalyKind.class), seen);
  }

  @Test
  void arbitraryHistoriesAreJudgedAsByBruteForce() throws IOException {
    Set<AnomalyKind> seen = EnumSet.noneOf(AnomalyKind.class);
    for (long seed = 1; seed <= 4_000; seed++) {
      Random random = new Random(seed);
      ModelHistory history =
          ModelHistory.arbitrary(random, 1 + random.nextInt(25), 1 + random.nextInt(40));
      compare(history, "seed=" + seed, seen);
    }
    assertTrue(seen.contains(AnomalyKind.G0), seen::toString);
  }

  /**
   * Compares the verdict, the kinds, and the length of the cycle with the oracle. Returns 1 if the
   * history is broken, otherwise 0.
   */
  private static int compare(ModelHistory history, String step, Set<AnomalyKind> seen)
      throws IOException {
    BruteForce expected = new BruteForce(history);
    CheckResult result = SerializabilityChecker.check(history.recorded());
    String message = step + "\n" + result.inWords();
    Set<AnomalyKind> badAccesses = EnumSet.noneOf(AnomalyKind.class);
    Anomaly cycle = null;
    for (Anomaly anomaly : result.anomalies()) {
      seen.add(anomaly.kind());
      if (anomaly.cycleLength() == 0) {
        badAccesses.add(anomaly.kind());
      } else {
        cycle = anomaly;
      }
    }
    assertEquals(expected.badAccesses(), badAccesses, message);
    Level level = expected.worstLevel();
    assertEquals(level, cycle == null ? null : levelOf(cycle.kind()), message);
    if (cycle != null) {
      assertEquals(expected.shortestCycle(level), cycle.cycleLength(), message);
      assertEquals(expected.onCycles(level), cycle.count(), message);
      assertTrue(cycle.inWords().endsWith("no cycle of such edges is shorter"), message);
    }
    return result.isSerializable() ? 0 : 1;
  }

  private static Level levelOf(AnomalyKind kind) {
    return switch (kind) {
      case G0 -> Level.WRITES;
      case G1C -> Level.INFORMATION_FLOW;
      case LOST_UPDATE, G_SINGLE, WRITE_SKEW, G2 -> Level.DATA;
      case STALE_READ, REAL_TIME -> Level.REAL_TIME;
      default -> throw new AssertionError("not a cycle: " + kind);
    };
  }
}
