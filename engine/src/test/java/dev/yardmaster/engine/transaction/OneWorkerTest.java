package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.transaction.NumberedTable.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the effects of one worker's transactions with a sorted map as a model, on tables of
 * every kind and under every protocol. Each transaction must see its own writes, and an aborted
 * transaction must leave no writes.
 */
class OneWorkerTest {

  /**
   * The number of keys. This number gives several leaves in the ordered tables, so that leaves are
   * split and joined.
   */
  private static final int KEYS = 400;

  private static final int TRANSACTIONS = 150;
  private static final int SEEDS = InterleavedRun.EFFORT == 1 ? 2 : 5;

  static List<Arguments> protocolsAndKinds() {
    return Protocols.names().stream()
        .flatMap(name -> Arrays.stream(Kind.values()).map(kind -> Arguments.of(name, kind)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("protocolsAndKinds")
  void behavesLikeASortedMap(String protocol, Kind kind) {
    for (int seed = 1; seed <= SEEDS; seed++) {
      new Model(protocol, kind, seed).run();
    }
  }

  /** A database, with the content that it must have. */
  private static final class Model {

    private final Worker worker;
    private final NumberedTable table;
    private final SplittableRandom random;
    private final String name;
    private NavigableMap<Integer, Integer> committed = new TreeMap<>();
    private NavigableMap<Integer, Integer> expected;
    private int step;

    Model(String protocol, Kind kind, int seed) {
      Database database = new Database(Protocols.named(protocol, 1), 1);
      worker = database.worker(0, new ThreadPace(System::nanoTime));
      table = new NumberedTable(database, kind);
      random = new SplittableRandom(seed);
      name = protocol + ", " + kind + ", seed=" + seed;
    }

    void run() {
      for (int i = 0; i < TRANSACTIONS; i++) {
        expected = new TreeMap<>(committed);
        int end = random.nextInt(8);
        // Some transactions insert or delete whole ranges, so that leaves are split and joined.
        int operations = random.nextInt(10) == 0 ? 300 : 1 + random.nextInt(8);
        RuntimeException thrown = new IllegalStateException("the logic's own");
        worker.begin();
        AttemptResult ended =
            worker.attempt(
                transaction -> {
                  operate(transaction, operations);
                  end(transaction, end, thrown);
                });
        if (end > 2) {
          assertEquals(AttemptResult.COMMITTED, ended, this::where);
          committed = expected;
        } else {
          assertEquals(AttemptResult.FAILED, ended, this::where);
          assertSame(
              end == 2 ? thrown.getClass() : UserAbort.class,
              worker.failure().getClass(),
              this::where);
        }
        if (random.nextInt(4) == 0) {
          worker.tidy();
        }
      }
      requireNothingLeft();
    }

    private String where() {
      return name + ", step=" + step + ", thrown=" + worker.failure();
    }

    private static void end(RecordTransaction transaction, int how, RuntimeException thrown) {
      if (how == 0) {
        throw transaction.abort("thrown");
      } else if (how == 1) {
        var unused = transaction.abort("not even thrown");
      } else if (how == 2) {
        throw thrown;
      }
    }

    private void operate(RecordTransaction transaction, int operations) {
      boolean fills = random.nextBoolean();
      for (int i = 0; i < operations; i++) {
        step++;
        int key = random.nextInt(4) == 0 ? random.nextInt(8) : random.nextInt(KEYS);
        int kinds = operations > 10 ? 2 : table.hasRanges() ? 7 : 5;
        switch (random.nextInt(kinds)) {
          case 0 -> {
            if (operations > 10 && !fills) {
              delete(transaction, key);
            } else {
              insert(transaction, key);
            }
          }
          case 1 -> update(transaction, key);
          case 2 -> delete(transaction, key);
          case 3 -> check(expected.get(key), table.get(table.read(transaction, key)));
          case 4 -> {
            table.set(table.put(transaction, key), step);
            expected.put(key, step);
          }
          default -> scan(transaction, key);
        }
      }
    }

    private void insert(RecordTransaction transaction, int key) {
      var row = table.insert(transaction, key);
      check(!expected.containsKey(key), row != null);
      if (row != null) {
        table.set(row, step);
        expected.put(key, step);
      }
    }

    private void update(RecordTransaction transaction, int key) {
      var row = table.update(transaction, key);
      check(expected.get(key), table.get(row));
      if (row != null) {
        table.set(row, step);
        expected.put(key, step);
      }
    }

    private void delete(RecordTransaction transaction, int key) {
      check(expected.remove(key) != null, table.delete(transaction, key));
    }

    private void scan(RecordTransaction transaction, int from) {
      int to = from + random.nextInt(200);
      int limit = random.nextInt(3) == 0 ? random.nextInt(5) : Integer.MAX_VALUE;
      boolean backward = random.nextBoolean();
      List<String> seen = new ArrayList<>();
      table.scan(transaction, from, to, limit, backward, seen);
      var range = expected.subMap(from, true, to, false);
      List<String> due =
          (backward ? range.descendingMap() : range)
              .entrySet().stream().limit(limit).map(Object::toString).toList();
      check(due, seen);
    }

    private void check(Object due, Object seen) {
      if (due == null ? seen != null : !due.equals(seen)) {
        throw new AssertionError("due=" + due + ", seen=" + seen);
      }
    }

    private void requireNothingLeft() {
      for (int round = 0; round < 100; round++) {
        worker.tidy();
      }
      assertEquals(true, worker.isTidy(), name);
      assertEquals(committed.size(), table.table.index().size(), name);
      var records = table.table.records();
      int free = worker.context().allocator(records).available() + records.pooled();
      assertEquals(committed.size(), records.taken() - free, name);
    }
  }
}
