package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The part of {@link TransactionServiceContract} for scans with concurrent writers. */
public abstract class PhantomContract extends OneShotContract {

  private static final int THREADS = 4;
  private static final int EACH = 25;
  private static final Key SEEN = Key.of("seen", 1);
  private static final Scan LAST = Scan.backward(place(1), null, 1);

  private static Key place(long number) {
    return Key.of("places", number);
  }

  private void commit(OneShot.Builder stated) {
    service()
        .submit(stated.build())
        .toCompletableFuture()
        .orTimeout(50, TimeUnit.SECONDS)
        .join()
        .valueOrThrow();
  }

  /** Puts the keys 10, 20, 30, 40 and 50 of the table, each with its number as its value. */
  private void putPlaces() {
    OneShot.Builder puts = OneShot.builder();
    for (long place = 10; place <= 50; place += 10) {
      puts.putLong(place(place), place);
    }
    commit(puts);
  }

  /**
   * Runs a transaction that scans a range and writes the number of entries that the scan found.
   * Another transaction commits before the end of the first run.
   *
   * @param again whether the concurrent commit must cause the first run to be discarded
   * @param expected the entries that the committed run found, as text
   */
  private void assertScans(Scan scan, OneShot.Builder other, boolean again, String expected) {
    AtomicInteger runs = new AtomicInteger();
    Outcome<String> outcome =
        service()
            .execute(
                transaction -> {
                  Map<Key, byte[]> found = transaction.scan(scan);
                  if (runs.incrementAndGet() == 1) {
                    commit(other);
                  }
                  transaction.putLong(SEEN, found.size());
                  return found.keySet().stream().map(Key::number).toList().toString();
                },
                TransactionOptions.defaults());
    Outcome.Committed<?> committed =
        assertInstanceOf(Outcome.Committed.class, outcome, () -> "outcome: " + outcome);
    assertEquals(expected, committed.value());
    assertEquals(again ? 2 : 1, runs.get());
    assertEquals(runs.get() - 1, committed.restarts());
    ConflictReport met = committed.lastConflict();
    assertTrue(met == null || (again && scan.covers(met.key())), () -> "met: " + met);
  }

  @Test
  void aKeyThatComesIntoAScannedRangeIsNoticed() {
    putPlaces();
    Scan range = Scan.forward(place(15), place(45), 10);
    assertScans(range, OneShot.builder().putLong(place(25), 1), true, "[20, 25, 30, 40]");
    Scan backward = Scan.backward(place(15), place(45), 10);
    assertScans(backward, OneShot.builder().putLong(place(15), 1), true, "[40, 30, 25, 20, 15]");
    Scan toTheEnd = Scan.forward(place(41), null, 10);
    assertScans(toTheEnd, OneShot.builder().putLong(place(1_000), 1), true, "[50, 1000]");
  }

  @Test
  void aKeyThatComesIntoAnEmptyRangeIsNoticed() {
    Scan empty = Scan.forward(Key.of("empty", 1), null, 10);
    assertScans(empty, OneShot.builder().putLong(Key.of("empty", 7), 1), true, "[7]");
    Scan texts = Scan.backward(Key.of("empty", "a"), null, 10);
    assertScans(texts, OneShot.builder().putLong(Key.of("empty", "b"), 1), true, "[0]");
  }

  @Test
  void aKeyThatGoesFromAScannedRangeIsNoticed() {
    putPlaces();
    Scan range = Scan.forward(place(15), place(45), 10);
    assertScans(range, OneShot.builder().delete(place(30)), true, "[20, 40]");
    assertScans(
        Scan.backward(place(1), null, 2), OneShot.builder().delete(place(50)), true, "[40, 20]");
  }

  @Test
  void aValueThatChangesInAScannedRangeIsNoticed() {
    putPlaces();
    Scan range = Scan.forward(place(15), place(45), 10);
    assertScans(range, OneShot.builder().putLong(place(20), 1), true, "[20, 30, 40]");
    assertScans(range, OneShot.builder().add(place(40), 1), true, "[20, 30, 40]");
  }

  @Test
  void whatIsWrittenOutsideOfARangeDisturbsNobody() {
    putPlaces();
    Scan range = Scan.forward(place(15), place(40), 10);
    List<OneShot.Builder> others =
        List.of(
            OneShot.builder().putLong(place(10), 1),
            OneShot.builder().putLong(place(40), 1),
            OneShot.builder().putLong(place(14), 1),
            OneShot.builder().putLong(place(41), 1),
            OneShot.builder().delete(place(50)),
            OneShot.builder().putLong(Key.of("places", "20"), 1),
            OneShot.builder().putLong(Key.of("other-places", 20), 1));
    for (OneShot.Builder other : others) {
      assertScans(range, other, false, "[20, 30]");
    }
  }

  @Test
  void aDecisionOnAScannedRangeIsMadeAgain() {
    putPlaces();
    AtomicInteger runs = new AtomicInteger();
    int found =
        service()
            .execute(
                transaction -> {
                  int size = transaction.scan(place(1), null, 10).size();
                  if (runs.incrementAndGet() == 1) {
                    commit(OneShot.builder().putLong(place(60), 1));
                  }
                  if (size < 6) {
                    throw transaction.abort("too few");
                  }
                  return size;
                });
    assertEquals(6, found);
  }

  /** A procedure that scans and then writes the key that follows the last key found. */
  private static final Procedure<Long, Object> APPEND =
      new Procedure<>() {
        @Override
        public String name() {
          return "append";
        }

        @Override
        public void declare(Long argument, KeyDeclaration keys) {
          keys.scan(LAST);
        }

        @Override
        public void declareNext(Long argument, Reads soFar, KeyDeclaration keys) {
          keys.write(next(soFar));
        }

        @Override
        public Object execute(Long argument, Transaction transaction) {
          Key next = next(transaction);
          transaction.putLong(next, argument);
          return next.number();
        }
      };

  private static Key next(Reads reads) {
    Map<Key, byte[]> last = reads.scan(LAST);
    return last.isEmpty() ? place(1) : place(last.keySet().iterator().next().number() + 1);
  }

  @Test
  void noTwoTakeTheSamePlace() throws Exception {
    service().register(APPEND);
    TransactionOptions patient =
        TransactionOptions.defaults().withTimeout(java.time.Duration.ofSeconds(40));
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<List<Object>>> taken = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        taken.add(
            threads.submit(
                () -> {
                  List<Object> mine = new ArrayList<>();
                  for (int n = 0; n < EACH; n++) {
                    mine.add(service().call(APPEND, 1L, patient).valueOrThrow());
                    Outcome<Long> own =
                        service()
                            .execute(
                                transaction -> {
                                  Key next = next(transaction);
                                  transaction.putLong(next, 1);
                                  return next.number();
                                },
                                patient);
                    mine.add(own.valueOrThrow());
                  }
                  return mine;
                }));
      }
      List<Object> all = new ArrayList<>();
      for (Future<List<Object>> some : taken) {
        all.addAll(some.get());
      }
      long places = 2L * THREADS * EACH;
      assertEquals(
          LongStream.rangeClosed(1, places).boxed().toList(), all.stream().sorted().toList());
      int found = service().execute(transaction -> transaction.scan(place(1), null, 1_000).size());
      assertEquals(places, found);
    } finally {
      threads.shutdown();
    }
  }
}
