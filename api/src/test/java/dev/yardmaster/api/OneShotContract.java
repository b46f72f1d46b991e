package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The part of {@link TransactionServiceContract} for one-shot transactions. */
public abstract class OneShotContract extends ExactlyOnceContract {

  private static final int THREADS = 4;
  private static final int EACH = 80;
  private static final Key A = Key.of("a", 1);
  private static final Key B = Key.of("b", "two");
  private static final Key C = Key.of("c", new byte[] {3});
  private static final TransactionOptions PATIENT =
      TransactionOptions.defaults().withTimeout(Duration.ofSeconds(40));

  private static <R> Outcome<R> ended(CompletionStage<Outcome<R>> stage) {
    return stage.toCompletableFuture().orTimeout(50, TimeUnit.SECONDS).join();
  }

  private Outcome<OneShot.Result> submit(OneShot.Builder stated) {
    return ended(service().submit(stated.build(), PATIENT));
  }

  private OneShot.Result commit(OneShot.Builder stated) {
    return submit(stated).valueOrThrow();
  }

  private String abortOf(OneShot.Builder stated) {
    Outcome<OneShot.Result> outcome = submit(stated);
    Outcome.Aborted<?> aborted =
        assertInstanceOf(Outcome.Aborted.class, outcome, () -> "outcome: " + outcome);
    assertEquals(AbortCause.USER, aborted.cause());
    return aborted.reason();
  }

  private ErrorCode rejectionOf(OneShot.Builder stated) {
    Outcome<OneShot.Result> outcome = submit(stated);
    return assertInstanceOf(Outcome.Rejected.class, outcome, () -> "outcome: " + outcome)
        .error()
        .code();
  }

  private static byte[] numberBytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static OneShot.Builder one() {
    return OneShot.builder();
  }

  private long longAt(Key key) {
    return commit(one().read(key)).getLong(key);
  }

  private byte[] bytesAt(Key key) {
    return commit(one().read(key)).get(key);
  }

  @Test
  void aOneShotReadsWhatWasThereBeforeItsOwnWrites() {
    commit(one().putLong(A, 7).put(B, new byte[] {1, 2}));
    OneShot.Result result =
        ended(service().submit(one().add(A, 1).delete(B).read(A).read(B).read(C).build()))
            .valueOrThrow();
    assertEquals(7, result.getLong(A));
    assertArrayEquals(new byte[] {1, 2}, result.get(B));
    assertNull(result.get(C));
    assertEquals(0, result.getLong(C));
    assertTrue(result.contains(A));
    assertFalse(result.contains(C));
    assertEquals(8, longAt(A));
    assertNull(bytesAt(B));
  }

  @Test
  void aResultHasOnlyWhatWasRead() {
    OneShot.Result result = commit(one().read(A).requireAtLeast(B, 0).putLong(C, 1).putLong(A, 1));
    assertFalse(result.contains(A));
    for (Key other : List.of(B, C)) {
      assertEquals(
          ErrorCode.UNDECLARED_KEY,
          assertThrows(YardmasterException.class, () -> result.get(other)).code());
    }
    assertEquals(
        ErrorCode.BAD_KEY,
        assertThrows(YardmasterException.class, () -> result.contains(null)).code());
  }

  @Test
  void aOneShotsArraysAreCopiedInAndOut() {
    byte[] mine = {1};
    OneShot.Builder put = one().put(A, mine);
    OneShot.Builder required = one().require(A, mine).read(A);
    mine[0] = 9;
    commit(put);
    OneShot.Result result = commit(required);
    result.get(A)[0] = 8;
    assertNotSame(result.get(A), result.get(A));
    assertArrayEquals(new byte[] {1}, result.get(A));
    assertArrayEquals(new byte[] {1}, bytesAt(A));
  }

  @Test
  void conditionsThatAreMetLetItCommit() {
    commit(one().requireAbsent(A).requireAtLeast(A, 0).putLong(A, -5).put(B, new byte[0]));
    commit(one().requireAtLeast(A, -5).require(B, new byte[0]).requireAbsent(C).delete(A));
    commit(one().requireAbsent(A));
  }

  @Test
  void aConditionThatIsNotMetAbortsAndSaysWhy() {
    commit(one().putLong(A, 300).put(B, new byte[] {1, 2}));
    assertEquals("a/1: required at least 500, found 300", abortOf(one().requireAtLeast(A, 500)));
    assertEquals("c/0x03: required at least 1, found 0", abortOf(one().requireAtLeast(C, 1)));
    assertEquals("b/\"two\": required no value, found 0x0102", abortOf(one().requireAbsent(B)));
    assertEquals(
        "b/\"two\": required 0x03, found 0x0102", abortOf(one().require(B, new byte[] {3})));
    assertEquals(
        "b/\"two\": required an empty value, found 0x0102", abortOf(one().require(B, new byte[0])));
    assertEquals(
        "c/0x03: required 0x03, found no value", abortOf(one().require(C, new byte[] {3})));
  }

  @Test
  void theReasonOfAnAbortShortensLongValues() {
    byte[] required = new byte[40];
    byte[] found = new byte[39];
    commit(one().put(B, found));
    String zeros = "0x" + "00".repeat(16) + "… ";
    assertEquals(
        "b/\"two\": required "
            + zeros
            + "(40 bytes), found "
            + zeros
            + "(39 bytes), which differs from byte 39 on",
        abortOf(one().require(B, required)));
    required[0] = 1;
    assertEquals(
        "b/\"two\": required 0x01"
            + "00".repeat(15)
            + "… (40 bytes), found "
            + zeros
            + "(39 bytes)",
        abortOf(one().require(B, required)));
  }

  @Test
  void theFirstConditionThatIsNotMetIsTheReasonAndNothingIsWritten() {
    commit(one().putLong(A, 1));
    assertEquals(
        "b/\"two\": required at least 1, found 0",
        abortOf(one().putLong(B, 5).delete(A).requireAtLeast(B, 1).requireAbsent(A)));
    assertEquals(
        "a/1: required no value, found 0x0000000000000001",
        abortOf(one().requireAtLeast(A, 1).requireAbsent(A).requireAtLeast(B, 1)));
    assertEquals(1, longAt(A));
    assertNull(bytesAt(B));
  }

  @Test
  void laterWritesSeeEarlierOnes() {
    commit(one().putLong(A, 5).add(A, 2).add(A, -1));
    assertEquals(6, longAt(A));
    commit(one().add(A, 10).putLong(A, 3).read(A));
    assertEquals(3, longAt(A));
    commit(one().delete(A).add(A, 4));
    assertEquals(4, longAt(A));
    commit(one().add(A, 4).delete(A));
    assertNull(bytesAt(A));
    commit(one().delete(A).put(A, new byte[] {1}).put(A, new byte[] {2}));
    assertArrayEquals(new byte[] {2}, bytesAt(A));
  }

  @Test
  void aSumThatOverflowsAborts() {
    commit(one().putLong(A, Long.MAX_VALUE).putLong(B, Long.MIN_VALUE));
    assertEquals(
        "a/1: required a sum of 64 bits, found 9223372036854775807 + 1",
        abortOf(one().putLong(C, 1).add(A, 1)));
    assertEquals(
        "b/\"two\": required a sum of 64 bits, found -9223372036854775808 + -1",
        abortOf(one().add(B, -1)));
    commit(one().add(A, Long.MIN_VALUE).add(B, Long.MAX_VALUE));
    assertEquals(-1, longAt(A));
    assertEquals(-1, longAt(B));
    assertNull(bytesAt(C));
  }

  @Test
  void whatIsNoNumberIsNeitherAddedToNorCompared() {
    OneShot.Result text = commit(one().put(A, new byte[] {1, 2, 3}));
    assertEquals(ErrorCode.NOT_A_NUMBER, rejectionOf(one().add(A, 1)));
    assertEquals(ErrorCode.NOT_A_NUMBER, rejectionOf(one().requireAtLeast(A, 1)));
    assertEquals(ErrorCode.NOT_A_NUMBER, rejectionOf(one().put(B, new byte[] {1}).add(B, 1)));
    assertNull(bytesAt(B));
    OneShot.Result read = commit(one().read(A));
    assertEquals(
        ErrorCode.NOT_A_NUMBER,
        assertThrows(YardmasterException.class, () -> read.getLong(A)).code());
    assertThrows(YardmasterException.class, () -> text.get(A));
  }

  @Test
  void theServicesLimitsHoldForOneShots() {
    byte[] tooLarge = new byte[TransactionServiceContract.MAX_VALUE_BYTES + 1];
    assertEquals(ErrorCode.VALUE_TOO_LARGE, rejectionOf(one().putLong(B, 1).put(A, tooLarge)));
    OneShot.Builder reads = one();
    OneShot.Builder writes = one();
    for (int i = 0; i <= TransactionServiceContract.MAX_KEYS; i++) {
      reads.read(Key.of("many", i)).read(Key.of("many", i));
      writes.putLong(Key.of("many", i), 1);
    }
    assertEquals(ErrorCode.TOO_MANY_KEYS, rejectionOf(reads));
    assertEquals(ErrorCode.TOO_MANY_KEYS, rejectionOf(writes));
    assertNull(bytesAt(B));
    assertNull(bytesAt(Key.of("many", 0)));
  }

  @Test
  void theProcedureOfOneShotsIsThereByObjectAndByName() {
    service().register(OneShot.PROCEDURE);
    OneShot add = one().read(A).add(A, 1).build();
    commit(one().putLong(A, 4));
    assertEquals(4, ended(service().submit(OneShot.PROCEDURE, add)).valueOrThrow().getLong(A));
    Object byName = ended(service().submit(OneShot.PROCEDURE.name(), add)).valueOrThrow();
    assertEquals(5, assertInstanceOf(OneShot.Result.class, byName).getLong(A));
    Outcome<Object> ofAnother = ended(service().submit(OneShot.PROCEDURE.name(), "no one-shot"));
    assertEquals(
        ErrorCode.LOGIC_FAILED, assertInstanceOf(Outcome.Rejected.class, ofAnother).error().code());
    assertEquals(6, longAt(A));
  }

  @Test
  void oneShotsInSequenceDoWhatAMapDoes() {
    long seed = 20260105;
    SplittableRandom random = new SplittableRandom(seed);
    Map<Key, Long> expected = new HashMap<>();
    int aborts = 0;
    for (int step = 0; step < 200; step++) {
      String place = "seed " + seed + ", step " + step;
      OneShot.Builder stated = one().read(A).read(B).read(C);
      Map<Key, Long> before = new HashMap<>(expected);
      Map<Key, Long> after = new HashMap<>(expected);
      boolean met = true;
      int statements = 1 + random.nextInt(6);
      for (int i = 0; i < statements; i++) {
        Key key = List.of(A, B, C).get(random.nextInt(3));
        long number = random.nextInt(5) - 2L;
        switch (random.nextInt(8)) {
          case 0 -> {
            stated.requireAbsent(key);
            met &= !before.containsKey(key);
          }
          case 1 -> {
            stated.requireAtLeast(key, number);
            met &= before.getOrDefault(key, 0L) >= number;
          }
          case 2 -> {
            stated.require(key, numberBytes(number));
            met &= before.containsKey(key) && before.get(key) == number;
          }
          case 3 -> {
            stated.putLong(key, number);
            after.put(key, number);
          }
          case 4 -> {
            stated.put(key, numberBytes(number));
            after.put(key, number);
          }
          case 5 -> {
            stated.delete(key);
            after.remove(key);
          }
          default -> {
            stated.add(key, number);
            after.merge(key, number, Long::sum);
          }
        }
      }
      Outcome<OneShot.Result> outcome = submit(stated);
      assertEquals(met, outcome instanceof Outcome.Committed, place + ": " + outcome);
      if (met) {
        for (Key key : List.of(A, B, C)) {
          Long value = before.get(key);
          assertTrue(
              Arrays.equals(
                  value == null ? null : numberBytes(value), outcome.valueOrThrow().get(key)),
              place + ": " + key);
        }
        expected = after;
      } else {
        abortOf(stated);
        aborts++;
      }
    }
    assertTrue(aborts > 20 && aborts < 180, "seed " + seed + ": " + aborts + " aborts");
  }

  @Test
  void oneOneShotIsSubmittedByManyThreadsAndNoAddIsLost() throws Exception {
    OneShot add = one().read(A).add(A, 1).add(B, -1).build();
    List<Long> seen = new ArrayList<>();
    for (List<Long> ofThread :
        onThreads(
            thread -> {
              List<CompletionStage<Outcome<OneShot.Result>>> stages = new ArrayList<>();
              for (int i = 0; i < EACH; i++) {
                stages.add(service().submit(add, PATIENT));
              }
              List<Long> values = new ArrayList<>();
              for (CompletionStage<Outcome<OneShot.Result>> stage : stages) {
                values.add(ended(stage).valueOrThrow().getLong(A));
              }
              return values;
            })) {
      seen.addAll(ofThread);
    }
    assertEquals(THREADS * EACH, longAt(A));
    assertEquals(-THREADS * EACH, longAt(B));
    seen.sort(null);
    for (int i = 0; i < seen.size(); i++) {
      assertEquals(i, seen.get(i), "each add must have seen a different sum");
    }
  }

  @Test
  void transfersConserveMoneyAndNoAccountGoesBelowZero() throws Exception {
    int accounts = 6;
    long each = 50;
    OneShot.Builder opening = one();
    OneShot.Builder auditing = one();
    for (int i = 0; i < accounts; i++) {
      opening.requireAbsent(account(i)).putLong(account(i), each);
      auditing.read(account(i));
    }
    commit(opening);
    OneShot audit = auditing.build();
    List<Integer> refused =
        onThreads(
            thread -> {
              SplittableRandom random = new SplittableRandom(thread);
              int aborts = 0;
              for (int i = 0; i < EACH; i++) {
                Key from = account(random.nextInt(accounts));
                Key to = account(random.nextInt(accounts));
                long cents = 1L + random.nextInt(100);
                Outcome<OneShot.Result> transfer =
                    submit(
                        one()
                            .requireAtLeast(from, cents)
                            .read(from)
                            .add(from, -cents)
                            .add(to, cents));
                if (transfer instanceof Outcome.Committed) {
                  assertTrue(transfer.valueOrThrow().getLong(from) >= cents);
                } else {
                  assertEquals(
                      AbortCause.USER,
                      assertInstanceOf(Outcome.Aborted.class, transfer, transfer::toString)
                          .cause());
                  aborts++;
                }
                if (i % 10 == 0) {
                  checkBalances(
                      ended(service().submit(audit, PATIENT)).valueOrThrow(), accounts, each);
                }
              }
              return aborts;
            });
    checkBalances(ended(service().submit(audit)).valueOrThrow(), accounts, each);
    int aborts = refused.stream().mapToInt(Integer::intValue).sum();
    assertTrue(aborts > 0 && aborts < THREADS * EACH, aborts + " refused");
  }

  private static Key account(int number) {
    return Key.of("account", number);
  }

  private static void checkBalances(OneShot.Result result, int accounts, long each) {
    long sum = 0;
    for (int i = 0; i < accounts; i++) {
      long balance = result.getLong(account(i));
      assertTrue(balance >= 0, account(i) + " has " + balance);
      sum += balance;
    }
    assertEquals(accounts * each, sum);
  }

  private interface Body<T> {
    T run(int thread);
  }

  /** Runs the body concurrently on several threads. */
  private static <T> List<T> onThreads(Body<T> body) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    CountDownLatch begin = new CountDownLatch(THREADS);
    try {
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        running.add(
            threads.submit(
                () -> {
                  begin.countDown();
                  begin.await();
                  return body.run(thread);
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> result : running) {
        results.add(result.get(50, TimeUnit.SECONDS));
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }
}
