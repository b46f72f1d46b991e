package dev.yardmaster.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.engine.EngineConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests parts of scans that the contract of scans does not define: large ranges, restarts, and the
 * content of a conflict report.
 */
@Timeout(60)
class KeyScanTest {

  private static final Scan ALL = Scan.forward(Key.of("t", Long.MIN_VALUE), null, Scan.MAX_LIMIT);

  private static void put(TransactionService service, Key key, long value) {
    service.call(OneShot.builder().putLong(key, value).build());
  }

  private static List<Key> keys(TransactionService service, Scan scan) {
    return service.execute(transaction -> List.copyOf(transaction.scan(scan).keySet()));
  }

  /**
   * Each kind of keys has many leaves. A scan must find all keys, before and after a restart from
   * the log.
   */
  @Test
  void rangesAreFoundOverAllLeavesAndKindsAndAfterARestart(@TempDir Path directory) {
    EngineConfig config = EngineConfig.builder().directory(directory).build();
    List<Key> all = new ArrayList<>();
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[1 + random.nextInt(20)];
      random.nextBytes(bytes);
      all.add(Key.of("t", random.nextLong()));
      all.add(Key.of("t", "a text that is long enough " + i));
      all.add(Key.of("t", bytes));
    }
    List<Key> inOrder = all.stream().distinct().sorted().toList();
    try (TransactionService service = Engine.open(config)) {
      List<Key> shuffled = new ArrayList<>(inOrder);
      Collections.shuffle(shuffled, random);
      shuffled.forEach(key -> put(service, key, 1));
      check(service, inOrder, random);
    }
    try (TransactionService service = Engine.open(config)) {
      check(service, inOrder, random);
    }
  }

  private static void check(TransactionService service, List<Key> inOrder, Random random) {
    assertEquals(inOrder, keys(service, ALL));
    for (int i = 0; i < 100; i++) {
      int from = random.nextInt(inOrder.size());
      int to = from + random.nextInt(inOrder.size() - from + 1);
      int most = 1 + random.nextInt(inOrder.size());
      Key end = to == inOrder.size() ? null : inOrder.get(to);
      List<Key> expected = inOrder.subList(from, Math.min(to, from + most));
      Scan forward = Scan.forward(inOrder.get(from), end, most);
      assertEquals(expected, keys(service, forward), forward::toString);
      List<Key> last = new ArrayList<>(inOrder.subList(Math.max(from, to - most), to));
      Collections.reverse(last);
      Scan backward = Scan.backward(inOrder.get(from), end, most);
      assertEquals(last, keys(service, backward), backward::toString);
    }
  }

  private static ConflictReport met(TransactionService service, OneShot other) {
    AtomicInteger runs = new AtomicInteger();
    Outcome<Integer> outcome =
        service.execute(
            transaction -> {
              int found = transaction.scan(ALL).size();
              if (runs.incrementAndGet() == 1) {
                service.call(other);
              }
              transaction.putLong(Key.of("sizes", 1), found);
              return found;
            },
            TransactionOptions.defaults());
    assertEquals(2, runs.get());
    return assertInstanceOf(Outcome.Committed.class, outcome).lastConflict();
  }

  @Test
  void aConflictNamesTheKeyThatCameOrWentOrChanged() {
    try (TransactionService service = Engine.open(EngineConfig.builder().build())) {
      Key one = Key.of("t", 1);
      Key name = Key.of("t", "name");
      ConflictReport came = met(service, OneShot.builder().putLong(name, 1).build());
      assertEquals(AbortCause.RANGE, came.cause());
      assertEquals(name, came.key());
      assertEquals(0, came.versionRead());
      put(service, one, 1);
      ConflictReport changed = met(service, OneShot.builder().add(one, 1).build());
      assertEquals(one, changed.key());
      assertEquals(1, Long.signum(changed.versionFound() - changed.versionRead()));
      ConflictReport went = met(service, OneShot.builder().delete(name).build());
      assertEquals(AbortCause.RANGE, went.cause());
      assertEquals(name, went.key());
      assertEquals(came.versionFound(), went.versionRead());
      assertEquals(0, went.versionFound());
    }
  }
}
