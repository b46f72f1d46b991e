package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The part of {@link TransactionServiceContract} for scans. */
public abstract class ScanContract {

  private static final String TABLE = "scanned";

  /** The number of writes of one transaction, which is below the service's limit. */
  private static final int WRITES_AT_ONCE = 15;

  /** Returns the service under test. */
  protected abstract TransactionService service();

  /** A procedure whose functions determine what it scans and updates. */
  private record Scanner(
      String name,
      BiConsumer<Long, KeyDeclaration> declaration,
      BiConsumer<Reads, KeyDeclaration> next,
      Function<Transaction, Object> logic)
      implements Procedure<Long, Object> {

    Scanner(
        String name,
        BiConsumer<Long, KeyDeclaration> declaration,
        Function<Transaction, Object> logic) {
      this(name, declaration, (soFar, keys) -> {}, logic);
    }

    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      declaration.accept(argument, keys);
    }

    @Override
    public void declareNext(Long argument, Reads soFar, KeyDeclaration keys) {
      next.accept(soFar, keys);
    }

    @Override
    public Object execute(Long argument, Transaction transaction) {
      return logic.apply(transaction);
    }
  }

  private static <R> Outcome<R> ended(CompletionStage<Outcome<R>> stage) {
    return stage.toCompletableFuture().orTimeout(50, TimeUnit.SECONDS).join();
  }

  private Outcome<Object> run(Scanner procedure) {
    service().register(procedure);
    return ended(service().submit(procedure, 1L));
  }

  private static YardmasterException errorOf(Outcome<?> outcome) {
    return assertInstanceOf(Outcome.Rejected.class, outcome, () -> "outcome: " + outcome).error();
  }

  private YardmasterException errorOf(Function<Transaction, Object> logic) {
    return errorOf(service().execute(logic::apply, TransactionOptions.defaults()));
  }

  private static Key number(long id) {
    return Key.of(TABLE, id);
  }

  private static long longOf(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }

  /** Puts all number keys of a range. The value of each key is the number of the key. */
  private void putNumbers(long from, long to) {
    for (long begin = from; begin <= to; begin += WRITES_AT_ONCE) {
      long first = begin;
      service()
          .execute(
              transaction -> {
                for (long id = first; id <= Math.min(to, first + WRITES_AT_ONCE - 1); id++) {
                  transaction.putLong(number(id), id);
                }
                return null;
              });
    }
  }

  private static List<Long> ids(Map<Key, byte[]> found) {
    return found.keySet().stream().map(Key::number).toList();
  }

  private List<Long> idsOf(Scan scan) {
    return service().execute(transaction -> ids(transaction.scan(scan)));
  }

  private static String rejection(YardmasterException error) {
    return error.code() + " " + error.details();
  }

  @Test
  void aScanGivesTheKeysOfARangeInTheirOrder() {
    putNumbers(1, 9);
    assertEquals(List.of(3L, 4L, 5L), idsOf(Scan.forward(number(3), number(6), 100)));
    assertEquals(List.of(5L, 4L, 3L), idsOf(Scan.backward(number(3), number(6), 100)));
    assertEquals(List.of(9L), idsOf(Scan.forward(number(9), number(10), 1)));
    assertEquals(List.of(1L), idsOf(Scan.backward(number(-5), number(2), 5)));
    Map<Key, byte[]> found = service().execute(t -> t.scan(number(2), number(4), 9));
    assertEquals(2, longOf(found.get(number(2))));
    assertEquals(3, longOf(found.get(number(3))));
    assertEquals(2, found.size());
    List<Long> backward =
        service().execute(transaction -> ids(transaction.scanBackward(number(1), number(4), 2)));
    assertEquals(List.of(3L, 2L), backward);
  }

  @Test
  void aLimitEndsAScan() {
    putNumbers(1, 45);
    assertEquals(List.of(1L, 2L, 3L), idsOf(Scan.forward(number(0), null, 3)));
    assertEquals(List.of(45L, 44L), idsOf(Scan.backward(number(0), null, 2)));
    // The scan returns more entries than a transaction may read or write key by key.
    List<Long> all = idsOf(Scan.forward(number(1), null, Scan.MAX_LIMIT));
    assertEquals(45, all.size());
    assertEquals(List.of(1L, 2L), all.subList(0, 2));
    assertEquals(all, idsOf(Scan.forward(number(1), number(46), 45)));
    assertEquals(all.subList(0, 44), idsOf(Scan.forward(number(1), number(46), 44)));
  }

  @Test
  void anEmptyRangeHasNothing() {
    putNumbers(1, 3);
    assertEquals(List.of(), idsOf(Scan.forward(number(2), number(2), 10)));
    assertEquals(List.of(), idsOf(Scan.backward(number(2), number(2), 10)));
    assertEquals(List.of(), idsOf(Scan.forward(number(4), null, 10)));
    assertEquals(List.of(), idsOf(Scan.backward(number(4), number(9), 10)));
    assertEquals(List.of(), idsOf(Scan.forward(Key.of("nobody's", 1), null, 10)));
    assertEquals(List.of(), idsOf(Scan.backward(Key.of("nobody's", "x"), null, 10)));
  }

  @Test
  void aScanWithoutAnEndEndsWithItsTable() {
    List<String> tables = List.of("scan", TABLE, TABLE + "\u0001", TABLE + "2", "scannee");
    service()
        .execute(
            transaction -> {
              for (String table : tables) {
                transaction.putLong(Key.of(table, Long.MAX_VALUE), 1);
                transaction.putLong(Key.of(table, new byte[] {-1}), 2);
              }
              return null;
            });
    for (String table : tables) {
      List<Key> both = List.of(Key.of(table, Long.MAX_VALUE), Key.of(table, new byte[] {-1}));
      for (boolean backward : new boolean[] {false, true}) {
        Scan scan = new Scan(Key.of(table, 5), null, 100, backward);
        List<Key> found = service().execute(t -> List.copyOf(t.scan(scan).keySet()));
        assertEquals(backward ? List.of(both.get(1), both.get(0)) : both, found, scan::toString);
      }
    }
  }

  @Test
  void keysOfAllKindsAreScannedInOneOrder() {
    List<Key> inOrder =
        List.of(
            number(Long.MIN_VALUE),
            number(-1),
            number(7),
            Key.of(TABLE, "7"),
            Key.of(TABLE, "a longer text, of more than eight bytes"),
            Key.of(TABLE, "a longer text, of more than eight bytez"),
            Key.of(TABLE, "é"),
            Key.of(TABLE, new byte[] {0}),
            Key.of(TABLE, new byte[] {0, 0}),
            Key.of(TABLE, new byte[] {'7'}),
            Key.of(TABLE, new byte[] {-1, -1}));
    service()
        .execute(
            transaction -> {
              for (int i = inOrder.size() - 1; i >= 0; i--) {
                transaction.putLong(inOrder.get(i), i);
              }
              return null;
            });
    for (int from = 0; from < inOrder.size(); from++) {
      for (int to = from; to <= inOrder.size(); to++) {
        List<Key> expected = inOrder.subList(from, to);
        Key end = to == inOrder.size() ? null : inOrder.get(to);
        Scan scan = Scan.forward(inOrder.get(from), end, 100);
        Map<Key, byte[]> found = service().execute(transaction -> transaction.scan(scan));
        assertEquals(expected, List.copyOf(found.keySet()), scan::toString);
        if (to > from) {
          Scan last = Scan.backward(inOrder.get(from), end, 1);
          found = service().execute(transaction -> transaction.scan(last));
          assertEquals(inOrder.subList(to - 1, to), List.copyOf(found.keySet()), last::toString);
          assertEquals(to - 1, longOf(found.values().iterator().next()));
        }
      }
    }
  }

  @Test
  void aScanHasTheTransactionsOwnWritesInTheirPlaces() {
    putNumbers(1, 10);
    service()
        .execute(
            transaction -> {
              transaction.delete(number(2));
              transaction.delete(number(3));
              transaction.delete(number(9));
              transaction.putLong(number(0), 100);
              transaction.putLong(number(4), 104);
              transaction.putLong(number(11), 111);
              transaction.putLong(Key.of("another", 5), 5);
              Map<Key, byte[]> found = transaction.scan(number(1), null, 4);
              assertEquals(List.of(1L, 4L, 5L, 6L), ids(found));
              assertEquals(104, longOf(found.get(number(4))));
              assertEquals(List.of(0L, 1L, 4L), ids(transaction.scan(number(0), null, 3)));
              assertEquals(
                  List.of(11L, 10L, 8L), ids(transaction.scanBackward(number(0), null, 3)));
              assertEquals(
                  List.of(10L, 8L, 7L), ids(transaction.scanBackward(number(0), number(11), 3)));
              // If a transaction deletes a key beyond the scan's limit, the scan must not return
              // fewer entries.
              assertEquals(List.of(7L, 8L), ids(transaction.scan(number(7), null, 2)));
              transaction.putLong(number(2), 102);
              assertEquals(List.of(2L, 4L), ids(transaction.scan(number(2), number(5), 9)));
              found.get(number(4))[7] = 0;
              assertEquals(104, transaction.getLong(number(4)));
              return null;
            });
    assertEquals(
        List.of(0L, 1L, 2L, 4L, 5L, 6L, 7L, 8L, 10L, 11L),
        idsOf(Scan.forward(number(-9), null, 99)));
  }

  @Test
  void whatAScanHasFoundIsReadAndWrittenLikeAnyKey() {
    putNumbers(1, 3);
    service()
        .execute(
            transaction -> {
              assertEquals(2, transaction.getLong(number(2)));
              for (Key key : transaction.scan(number(1), null, 10).keySet()) {
                long value = transaction.getLong(key);
                transaction.putLong(key, value * 10);
              }
              assertEquals(20, transaction.getLong(number(2)));
              assertEquals(20, longOf(transaction.scan(number(2), null, 1).get(number(2))));
              return null;
            });
    Map<Key, byte[]> found = service().execute(t -> t.scan(number(0), null, 10));
    assertEquals(List.of(1L, 2L, 3L), ids(found));
    assertEquals(List.of(10L, 20L, 30L), found.values().stream().map(v -> longOf(v)).toList());
  }

  @Test
  void valuesOfAScanAreCopies() {
    byte[] mine = {1, 2, 3};
    service()
        .execute(
            transaction -> {
              transaction.put(number(1), mine);
              return null;
            });
    for (int i = 0; i < 2; i++) {
      service()
          .execute(
              transaction -> {
                byte[] found = transaction.scan(number(0), null, 1).get(number(1));
                assertArrayEquals(mine, found);
                found[0] = 9;
                return null;
              });
    }
  }

  @Test
  void scansAgreeWithASortedMap() {
    for (long seed = 1; seed <= 2; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NavigableMap<Key, byte[]> model = new TreeMap<>();
      service()
          .execute(
              transaction -> {
                transaction.scan(number(0), null, 20).keySet().forEach(transaction::delete);
                transaction
                    .scan(Key.of(TABLE, "a"), null, 20)
                    .keySet()
                    .forEach(transaction::delete);
                return null;
              });
      for (int i = 0; i < 12; i++) {
        NavigableMap<Key, byte[]> after = new TreeMap<>(model);
        String at = "seed " + seed + ", transaction " + i;
        long begin = random.nextLong();
        service()
            .execute(
                transaction -> {
                  after.clear();
                  after.putAll(model);
                  SplittableRandom steps = new SplittableRandom(begin);
                  int writes = 0;
                  for (int step = 0; step < 30; step++) {
                    Key key = anyKey(steps);
                    if (steps.nextInt(3) == 0 && writes++ < WRITES_AT_ONCE) {
                      writeAny(steps, transaction, after, key);
                    } else {
                      Scan scan = anyScan(steps, key);
                      assertSame(
                          expected(after, scan),
                          transaction.scan(scan),
                          at + ", step " + step + ": " + scan);
                    }
                  }
                  return null;
                });
        model.clear();
        model.putAll(after);
      }
    }
  }

  /** Returns one of 20 keys: 10 numbers and 10 texts. */
  private static Key anyKey(SplittableRandom random) {
    int id = random.nextInt(10);
    return random.nextBoolean() ? number(id) : Key.of(TABLE, "a" + id);
  }

  private static Scan anyScan(SplittableRandom random, Key key) {
    Key other = random.nextInt(4) == 0 ? null : anyKey(random);
    boolean turned = other != null && other.compareTo(key) < 0;
    return new Scan(
        turned ? other : key, turned ? key : other, 1 + random.nextInt(12), random.nextBoolean());
  }

  private static void writeAny(
      SplittableRandom random, Transaction transaction, Map<Key, byte[]> model, Key key) {
    if (random.nextBoolean()) {
      transaction.delete(key);
      model.remove(key);
    } else {
      byte[] value = new byte[random.nextInt(9)];
      random.nextBytes(value);
      transaction.put(key, value);
      model.put(key, value);
    }
  }

  private static Map<Key, byte[]> expected(NavigableMap<Key, byte[]> model, Scan scan) {
    Map<Key, byte[]> expected = new LinkedHashMap<>();
    for (var entry : (scan.backward() ? model.descendingMap() : model).entrySet()) {
      if (scan.covers(entry.getKey()) && expected.size() < scan.limit()) {
        expected.put(entry.getKey(), entry.getValue());
      }
    }
    return expected;
  }

  private static void assertSame(Map<Key, byte[]> expected, Map<Key, byte[]> found, String at) {
    assertEquals(List.copyOf(expected.keySet()), List.copyOf(found.keySet()), at);
    expected.forEach((key, value) -> assertArrayEquals(value, found.get(key), at));
  }

  @Test
  void aProcedureScansWhatItDeclared() {
    putNumbers(1, 8);
    Scan low = Scan.forward(number(1), number(5), 3);
    Scan high = Scan.backward(number(1), null, 2);
    Scanner sums =
        new Scanner(
            "sums",
            (argument, keys) -> {
              keys.scan(low);
              keys.scan(high);
              keys.scan(Scan.backward(number(1), null, 2));
            },
            transaction -> {
              // The scan has the same range and limit as the declared scan, but is another object.
              Map<Key, byte[]> first = transaction.scan(number(1), number(5), 3);
              return "" + ids(first) + ids(transaction.scan(high)) + longOf(first.get(number(3)));
            });
    assertEquals("[1, 2, 3][8, 7]3", run(sums).valueOrThrow());
  }

  @Test
  void aProcedureUpdatesInALaterRoundWhatItHasFound() {
    putNumbers(1, 6);
    Scan scan = Scan.forward(number(2), number(6), 3);
    Scanner doubles =
        new Scanner(
            "doubles",
            (argument, keys) -> keys.scan(scan),
            (soFar, keys) -> soFar.scan(scan).keySet().forEach(keys::update),
            transaction -> {
              List<Long> found = new ArrayList<>();
              for (Key key : transaction.scan(scan).keySet()) {
                transaction.putLong(key, 2 * transaction.getLong(key));
                found.add(longOf(transaction.scan(scan).get(key)));
              }
              return found.toString();
            });
    assertEquals("[4, 6, 8]", run(doubles).valueOrThrow());
    assertEquals("[8, 12, 16]", run(doubles).valueOrThrow());
    Map<Key, byte[]> all = service().execute(t -> t.scan(number(1), null, 10));
    assertEquals(
        List.of(1L, 8L, 12L, 16L, 5L, 6L), all.values().stream().map(v -> longOf(v)).toList());
  }

  @Test
  void aProcedureScansInALaterRound() {
    putNumbers(1, 6);
    Key pointer = Key.of("pointer", 1);
    service()
        .execute(
            transaction -> {
              transaction.putLong(pointer, 4);
              return null;
            });
    Scanner behind =
        new Scanner(
            "behind",
            (argument, keys) -> keys.read(pointer),
            (soFar, keys) -> keys.scan(Scan.forward(number(soFar.getLong(pointer)), null, 9)),
            transaction ->
                ids(transaction.scan(number(transaction.getLong(pointer)), null, 9)).toString());
    assertEquals("[4, 5, 6]", run(behind).valueOrThrow());
  }

  @Test
  void aProceduresScanHasItsOwnWrites() {
    putNumbers(1, 10);
    Scan scan = Scan.forward(number(1), null, 4);
    Scanner writes =
        new Scanner(
            "writes",
            (argument, keys) -> {
              keys.scan(scan);
              keys.write(number(2));
              keys.write(number(3));
              keys.write(number(5));
              keys.write(number(0));
            },
            transaction -> {
              transaction.delete(number(2));
              transaction.putLong(number(3), 33);
              transaction.putLong(number(5), 55);
              transaction.putLong(number(0), 0);
              Map<Key, byte[]> found = transaction.scan(scan);
              return ids(found) + " " + longOf(found.get(number(3)));
            });
    // If a transaction has deleted an entry, its scan returns fewer entries than the limit. The
    // scan must not return an entry beyond the last entry that it has read.
    assertEquals("[1, 3, 4] 33", run(writes).valueOrThrow());
    assertEquals(List.of(0L, 1L, 3L, 4L), idsOf(Scan.forward(number(0), null, 4)));
  }

  @Test
  void aProcedureScansOnlyWhatItDeclared() {
    putNumbers(1, 3);
    Scan declared = Scan.forward(number(1), number(9), 5);
    List<Scan> others =
        List.of(
            Scan.forward(number(1), number(9), 4),
            Scan.forward(number(1), null, 5),
            Scan.forward(number(2), number(9), 5),
            Scan.backward(number(1), number(9), 5));
    for (int i = 0; i < others.size(); i++) {
      Scan other = others.get(i);
      YardmasterException error =
          errorOf(
              run(
                  new Scanner(
                      "undeclared-" + i,
                      (argument, keys) -> keys.scan(declared),
                      transaction -> transaction.scan(other).size())));
      assertEquals(ErrorCode.UNDECLARED_KEY, error.code());
      assertEquals(other.toString(), error.details().get("scan"));
    }
    Scanner tooEarly =
        new Scanner(
            "too-early",
            (argument, keys) -> keys.read(number(1)),
            (soFar, keys) -> {
              keys.scan(declared);
              soFar.scan(declared);
            },
            transaction -> 1L);
    assertEquals(ErrorCode.UNDECLARED_KEY, errorOf(run(tooEarly)).code());
    Scanner reading =
        new Scanner(
            "reading-a-scanned-key",
            (argument, keys) -> keys.scan(declared),
            transaction -> transaction.getLong(number(1)));
    assertEquals(ErrorCode.UNDECLARED_KEY, errorOf(run(reading)).code());
  }

  @Test
  void badScansAreRefused() {
    putNumbers(1, 3);
    Map<String, Function<Transaction, Object>> bad = new HashMap<>();
    bad.put("limit=0", t -> t.scan(number(1), null, 0));
    bad.put("limit=10001", t -> t.scan(number(1), null, 10_001));
    bad.put("limit=-1", t -> t.scanBackward(number(1), null, -1));
    bad.put("to=another/2", t -> t.scan(number(1), Key.of("another", 2), 5));
    bad.put("to=scanned/1", t -> t.scan(number(2), number(1), 5));
    bad.put("to=scanned/9", t -> t.scan(Key.of(TABLE, "text"), number(9), 5));
    bad.forEach(
        (detail, logic) -> {
          YardmasterException error = errorOf(logic);
          assertEquals(ErrorCode.BAD_SCAN, error.code(), detail);
          assertTrue(rejection(error).contains(detail), () -> rejection(error));
        });
    Scanner declaring =
        new Scanner(
            "bad-declaration",
            (argument, keys) -> keys.scan(Scan.forward(number(2), number(1), 5)),
            transaction -> 1L);
    assertEquals(ErrorCode.BAD_SCAN, errorOf(run(declaring)).code());
    assertEquals(ErrorCode.BAD_KEY, errorOf(t -> t.scan(null, null, 1)).code());
    assertEquals(List.of(1L, 2L, 3L), idsOf(Scan.forward(number(1), null, 10)));
  }

  @Test
  void theServicesOwnKeysAreNotScanned() {
    Key reserved = Key.restored(Key.RESERVED_PREFIX + "outcomes", new byte[] {0});
    assertEquals(ErrorCode.BAD_KEY, errorOf(t -> t.scan(reserved, null, 1)).code());
    assertEquals(
        ErrorCode.BAD_KEY,
        assertThrows(YardmasterException.class, () -> Scan.forward(reserved, reserved, 1)).code());
    assertEquals(
        ErrorCode.BAD_SCAN,
        assertThrows(YardmasterException.class, () -> Scan.forward(number(1), reserved, 1)).code());
  }

  @Test
  void tooManyScansAreRefused() {
    putNumbers(1, 3);
    int scans =
        service()
            .execute(
                transaction -> {
                  for (int i = 0; i < Scan.MAX_PER_TRANSACTION; i++) {
                    assertEquals(1, transaction.scan(number(1), number(2 + i), 1).size());
                  }
                  return Scan.MAX_PER_TRANSACTION;
                });
    assertEquals(64, scans);
    YardmasterException error =
        errorOf(
            transaction -> {
              for (int i = 0; i <= Scan.MAX_PER_TRANSACTION; i++) {
                transaction.scan(number(1), number(2 + i), 1);
              }
              return null;
            });
    assertTooManyScans(error);
    assertTooManyScans(errorOf(run(declaring("too-many", 65))));
    assertEquals(65L, run(declaring("as-many-as-may-be", 64)).valueOrThrow());
  }

  private static Scanner declaring(String name, int scans) {
    return new Scanner(
        name,
        (argument, keys) -> {
          for (int i = 0; i < scans; i++) {
            keys.scan(Scan.forward(number(1), number(2 + i), 1));
          }
        },
        transaction -> 1L + scans);
  }

  private static void assertTooManyScans(YardmasterException error) {
    assertEquals(ErrorCode.TOO_MANY_KEYS, error.code());
    assertTrue(error.getMessage().contains("a transaction has at most 64 scans"), error::toString);
    assertNotNull(error.details().get("scans"), error::toString);
  }

  @Test
  void nothingIsScannedWhenTheLogicHasEnded() {
    AtomicReference<Transaction> leaked = new AtomicReference<>();
    service()
        .execute(
            transaction -> {
              leaked.set(transaction);
              return null;
            });
    assertEquals(
        ErrorCode.TRANSACTION_OVER,
        assertThrows(YardmasterException.class, () -> leaked.get().scan(number(1), null, 1))
            .code());
    Scan scan = Scan.forward(number(1), null, 1);
    Scanner keeping =
        new Scanner(
            "keeping-its-scan",
            (argument, keys) -> keys.scan(scan),
            transaction -> {
              leaked.set(transaction);
              return 1L;
            });
    assertEquals(1L, run(keeping).valueOrThrow());
    assertEquals(
        ErrorCode.TRANSACTION_OVER,
        assertThrows(YardmasterException.class, () -> leaked.get().scan(scan)).code());
  }

  @Test
  void whatIsDeletedIsNotFound() {
    putNumbers(1, 5);
    service()
        .execute(
            transaction -> {
              transaction.delete(number(2));
              transaction.delete(number(5));
              return null;
            });
    assertEquals(List.of(1L, 3L, 4L), idsOf(Scan.forward(number(1), null, 3)));
    assertEquals(List.of(4L, 3L), idsOf(Scan.backward(number(1), null, 2)));
  }
}
