package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a transaction that runs in steps together with another transaction that runs between two of
 * its steps. The time that is passed to {@link Worker#begin(long)} determines the age of a
 * transaction.
 */
class StepsTest {

  private static final int OLDER = 1_000;
  private static final int YOUNGER = 2_000;

  private final RowLayout.Builder columns = RowLayout.columns();
  private final LongColumn number = columns.number("number");
  private Table table;
  private Worker stepping;
  private Worker other;
  private boolean isLate;
  private Runnable beforeLock = () -> {};

  static List<String> protocols() {
    return Protocols.names().stream().filter(Protocols::canSuspend).toList();
  }

  private void create(String protocol) {
    Database database = new Database(Protocols.named(protocol, 2), 2);
    table = database.create(TableDefinition.ordered("numbers", columns.build()));
    stepping =
        database.worker(
            0,
            new ThreadPace(() -> 0) {
              @Override
              public boolean givesUp() {
                return isLate;
              }

              @Override
              public void step() {
                Runnable once = beforeLock;
                beforeLock = () -> {};
                once.run();
              }
            });
    other = database.worker(1, new ThreadPace(() -> 0));
    stepping.loader().load(table, 1, Row.of(table.layout()));
    stepping.loader().load(table, 2, Row.of(table.layout()));
  }

  private void add(RecordTransaction transaction, long key) {
    transaction.update(table, key).addLong(number, 1);
  }

  private void read(RecordTransaction transaction, long key) {
    var unused = transaction.read(table, key);
  }

  private long value(long key) {
    long[] found = new long[1];
    stepping.run(transaction -> found[0] = transaction.read(table, key).getLong(number));
    return found[0];
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aTransactionSeesItsEarlierStepsAndCommitsThemTogether(String protocol) {
    create(protocol);
    stepping.begin(OLDER);
    stepping.open();
    assertEquals(AttemptResult.SUSPENDED, stepping.step(transaction -> add(transaction, 1)));
    assertEquals(
        AttemptResult.SUSPENDED,
        stepping.step(transaction -> assertEquals(1, transaction.read(table, 1).getLong(number))));
    assertEquals(AttemptResult.COMMITTED, stepping.finish(transaction -> add(transaction, 2)));
    assertEquals(1, value(1));
    assertEquals(1, value(2));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void anOlderTransactionEndsASuspendedYoungerOne(String protocol) {
    create(protocol);
    stepping.begin(YOUNGER);
    stepping.open();
    assertEquals(AttemptResult.SUSPENDED, stepping.step(transaction -> read(transaction, 1)));
    other.begin(OLDER);
    assertEquals(AttemptResult.COMMITTED, other.attempt(transaction -> add(transaction, 1)));
    assertEquals(AttemptResult.CONFLICT, stepping.finish(transaction -> add(transaction, 1)));
    stepping.again();
    assertEquals(AttemptResult.COMMITTED, stepping.attempt(transaction -> add(transaction, 1)));
    assertEquals(2, value(1));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aYoungerTransactionWaitsForASuspendedOlderOne(String protocol) throws Exception {
    create(protocol);
    stepping.begin(OLDER);
    stepping.open();
    assertEquals(AttemptResult.SUSPENDED, stepping.step(transaction -> read(transaction, 1)));
    AttemptResult[] result = new AttemptResult[1];
    Thread waiting =
        new Thread(
            () -> {
              other.begin(YOUNGER);
              result[0] = other.attempt(transaction -> add(transaction, 1));
              while (result[0] == AttemptResult.CONFLICT) { // The older transaction writes first.
                other.again();
                result[0] = other.attempt(transaction -> add(transaction, 1));
              }
            });
    waiting.start();
    assertEquals(AttemptResult.COMMITTED, stepping.finish(transaction -> add(transaction, 1)));
    waiting.join();
    assertEquals(AttemptResult.COMMITTED, result[0]);
    assertEquals(2, value(1));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aSuspendedTransactionGivesWayAfterItsDeadline(String protocol) {
    create(protocol);
    stepping.begin(OLDER);
    stepping.open();
    assertEquals(AttemptResult.SUSPENDED, stepping.step(transaction -> read(transaction, 1)));
    other.begin(YOUNGER);
    isLate = true;
    assertEquals(AttemptResult.COMMITTED, other.attempt(transaction -> add(transaction, 1)));
    assertEquals(AttemptResult.CONFLICT, stepping.step(transaction -> read(transaction, 2)));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void anAbandonedTransactionHasNoEffectAndNoLocks(String protocol) {
    create(protocol);
    stepping.begin(OLDER);
    stepping.open();
    assertEquals(AttemptResult.SUSPENDED, stepping.step(transaction -> add(transaction, 1)));
    stepping.abandon();
    other.begin(YOUNGER);
    assertEquals(AttemptResult.COMMITTED, other.attempt(transaction -> add(transaction, 1)));
    assertEquals(1, value(1));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aKeyThatWasMissingIsStillMissingAtTheCommit(String protocol) {
    create(protocol);
    stepping.begin(OLDER);
    stepping.open();
    assertEquals(AttemptResult.SUSPENDED, stepping.step(transaction -> read(transaction, 3)));
    other.begin(YOUNGER);
    assertEquals(
        AttemptResult.COMMITTED, other.attempt(transaction -> transaction.insert(table, 3)));
    assertEquals(AttemptResult.CONFLICT, stepping.finish(transaction -> add(transaction, 1)));
    assertEquals(1, stepping.context().indexConflicts());
  }

  /** Between two steps the worker is in no epoch, so it does not delay the reuse of records. */
  @ParameterizedTest
  @MethodSource("protocols")
  void aDeletedRecordIsReclaimedWhileATransactionIsSuspended(String protocol) {
    create(protocol);
    stepping.begin(OLDER);
    stepping.open();
    assertEquals(AttemptResult.SUSPENDED, stepping.step(transaction -> read(transaction, 1)));
    other.begin(YOUNGER);
    assertEquals(
        AttemptResult.COMMITTED, other.attempt(transaction -> transaction.delete(table, 2)));
    for (int i = 0; i < 5; i++) {
      other.tidy();
    }
    assertTrue(other.isTidy());
    assertEquals(1, table.index().size());
    assertEquals(AttemptResult.COMMITTED, stepping.finish(transaction -> add(transaction, 1)));
  }

  /** A record that a suspended transaction has read must not be reclaimed. */
  @ParameterizedTest
  @MethodSource("protocols")
  void anAbsentRecordIsKeptWhileASuspendedTransactionHasReadIt(String protocol) {
    create(protocol);
    stepping.run(transaction -> transaction.delete(table, 2));
    stepping.begin(OLDER);
    stepping.open();
    assertEquals(AttemptResult.SUSPENDED, stepping.step(transaction -> read(transaction, 2)));
    for (int i = 0; i < 5; i++) {
      other.tidy();
    }
    assertEquals(2, table.index().size());
    assertEquals(
        AttemptResult.COMMITTED,
        stepping.finish(transaction -> transaction.insert(table, 2).setLong(number, 5)));
    assertEquals(5, value(2));
  }

  /**
   * A blind write of a suspended transaction does not read its record, but the record must still
   * not be reclaimed.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void anAbsentRecordIsKeptWhileASuspendedTransactionPutsIt(String protocol) {
    create(protocol);
    stepping.run(transaction -> transaction.delete(table, 2));
    stepping.begin(OLDER);
    stepping.open();
    assertEquals(
        AttemptResult.SUSPENDED,
        stepping.step(transaction -> transaction.put(table, 2).setLong(number, 5)));
    for (int i = 0; i < 5; i++) {
      other.tidy();
    }
    assertEquals(2, table.index().size());
    assertEquals(AttemptResult.COMMITTED, stepping.finish(transaction -> {}));
    assertEquals(5, value(2));
  }

  /**
   * If the record is removed before the blind write locks it, the attempt ends with a conflict, and
   * the next attempt inserts a new record.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void aBlindWriteNeverKeepsARemovedRecord(String protocol) {
    create(protocol);
    other.run(transaction -> transaction.delete(table, 2));
    stepping.begin(OLDER);
    stepping.open();
    beforeLock = other::tidy;
    assertEquals(
        AttemptResult.CONFLICT,
        stepping.step(transaction -> transaction.put(table, 2).setLong(number, 5)));
    stepping.again();
    assertEquals(
        AttemptResult.COMMITTED,
        stepping.attempt(transaction -> transaction.put(table, 2).setLong(number, 5)));
    assertEquals(5, value(2));
  }

  @Test
  void wrongCallsAreRefused() {
    create("plor");
    assertThrows(IllegalStateException.class, () -> stepping.step(transaction -> {}));
    assertThrows(IllegalStateException.class, stepping::abandon);
    stepping.begin(OLDER);
    stepping.open();
    assertThrows(IllegalStateException.class, stepping::open);
    assertThrows(IllegalStateException.class, stepping::tidy);
    stepping.abandon();
    create("silo");
    stepping.begin(OLDER);
    assertEquals(
        "the protocol cannot suspend a transaction between steps: protocol=silo",
        assertThrows(IllegalStateException.class, stepping::open).getMessage());
  }
}
