package dev.yardmaster.proof.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Compares the check for snapshot isolation with a brute-force search over all moments. */
class SnapshotCheckTest {

  private static final int KEYS = 3;

  /** A transaction that reads as of {@code begin}; its writes have the version {@code commit}. */
  private static final class Transaction {
    long begin;
    long commit;
    final TreeMap<Integer, Long> reads = new TreeMap<>();
    final TreeMap<Integer, Long> writes = new TreeMap<>();

    long beginNs() {
      return 10 * begin + 5;
    }

    long endNs() {
      return 10 * Math.max(begin, commit) + 6;
    }
  }

  private final List<Transaction> transactions = new ArrayList<>();

  private static List<Long> versions(List<Transaction> all, int key) {
    List<Long> versions = new ArrayList<>(List.of(0L));
    all.stream().filter(t -> t.writes.containsKey(key)).forEach(t -> versions.add(t.commit));
    return versions;
  }

  private static long versionAsOf(List<Transaction> all, int key, long moment) {
    return versions(all, key).stream().filter(v -> v <= moment).max(Long::compare).orElseThrow();
  }

  private void execute(Random random, int count) {
    for (int i = 1; i <= count; i++) {
      Transaction transaction = new Transaction();
      transaction.begin = random.nextInt(i);
      boolean writes = random.nextInt(3) > 0;
      for (int key = 0; key < KEYS; key++) {
        if (random.nextBoolean()) {
          transaction.reads.put(key, versionAsOf(transactions, key, transaction.begin));
        }
        boolean overlaps = versionAsOf(transactions, key, i) > transaction.begin;
        if (writes && !overlaps && random.nextBoolean()) {
          transaction.commit = i;
          transaction.writes.put(key, (long) i);
        }
      }
      transactions.add(transaction);
    }
  }

  /** Breaks a history: a read returns another version, or a transaction runs at another time. */
  private void damage(Random random) {
    Transaction transaction = transactions.get(random.nextInt(transactions.size()));
    int key = random.nextInt(KEYS);
    if (random.nextBoolean()) {
      List<Long> versions = versions(transactions, key);
      versions.remove(transaction.commit == 0 ? null : transaction.commit);
      transaction.reads.put(key, versions.get(random.nextInt(versions.size())));
    } else {
      transaction.begin = random.nextInt(transactions.size());
    }
  }

  private boolean hasMoment(Transaction transaction) {
    for (long moment = 0; moment <= transactions.size(); moment++) {
      if (isMomentOf(moment, transaction)) {
        return true;
      }
    }
    return false;
  }

  private boolean isMomentOf(long moment, Transaction transaction) {
    if (!transaction.writes.isEmpty() && moment >= transaction.commit) {
      return false;
    }
    List<Transaction> others = new ArrayList<>(transactions);
    others.remove(transaction);
    for (Transaction other : others) {
      boolean writesTheSame =
          other.writes.keySet().stream().anyMatch(transaction.writes::containsKey);
      if ((other.endNs() < transaction.beginNs() && other.commit > moment)
          || (writesTheSame && other.commit > moment && other.commit < transaction.commit)) {
        return false;
      }
    }
    return transaction.reads.entrySet().stream()
        .allMatch(read -> versionAsOf(others, read.getKey(), moment) == read.getValue());
  }

  private CheckResult check() throws IOException {
    HistoryLog log = HistoryLog.inMemory();
    HistoryRecorder recorder = log.recorder();
    for (int i = 0; i < transactions.size(); i++) {
      Transaction transaction = transactions.get(i);
      recorder.begin(i + 1, 0, transaction.beginNs(), transaction.endNs());
      transaction.reads.forEach((key, version) -> recorder.read(key(key), version, value(version)));
      transaction.writes.forEach(
          (key, version) -> recorder.write(key(key), version, value(version)));
      recorder.end();
    }
    log.close();
    return SerializabilityChecker.check(
        log.bytes(), CheckOptions.defaults().with(Guarantee.SNAPSHOT));
  }

  private static Key key(int key) {
    return Key.of("accounts", key);
  }

  private static byte[] value(long version) {
    return version == 0 ? null : new byte[] {(byte) version};
  }

  @Test
  void executionsOnSnapshotsPassAndDamagedOnesAreJudgedAsByTheSearch() throws IOException {
    Set<AnomalyKind> seen = EnumSet.noneOf(AnomalyKind.class);
    int broken = 0;
    for (long seed = 1; seed <= 3_000; seed++) {
      Random random = new Random(seed);
      transactions.clear();
      execute(random, 1 + random.nextInt(12));
      String run = "seed=" + seed;
      CheckResult whole = check();
      assertTrue(whole.isSerializable(), () -> run + "\n" + whole.inWords());
      damage(random);
      CheckResult damaged = check();
      long without = transactions.stream().filter(t -> !hasMoment(t)).count();
      long found = damaged.anomalies().stream().mapToLong(Anomaly::count).sum();
      assertEquals(without, found, () -> run + "\n" + damaged.inWords());
      damaged.anomalies().forEach(anomaly -> seen.add(anomaly.kind()));
      broken += found > 0 ? 1 : 0;
    }
    assertEquals(EnumSet.of(AnomalyKind.NO_SNAPSHOT, AnomalyKind.OVERLAPPING_WRITES), seen);
    assertTrue(broken > 500, "broken=" + broken);
  }
}
