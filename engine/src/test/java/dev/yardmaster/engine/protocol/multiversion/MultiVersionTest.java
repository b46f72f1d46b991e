package dev.yardmaster.engine.protocol.multiversion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.Worker;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests the rules of the multi-version protocol one by one. One thread uses all workers. So if a
 * transaction runs inside the logic of another transaction, the inner transaction begins later and
 * ends earlier than the outer one.
 */
class MultiVersionTest {

  private static final long KEY = 7;

  private final Database database = new Database(new MultiVersion(3), 3);
  private final RowLayout.Builder columns = RowLayout.columns();
  private final LongColumn value = columns.number("value");
  private final Table table = database.create(TableDefinition.ordered("accounts", columns.build()));

  private final OneThread pace = new OneThread();
  private final Worker worker = database.worker(0, pace);
  private final Worker other = database.worker(1, pace);

  @Test
  void aReaderSeesThePastWhileWritersGoOn() {
    load(KEY, 1);
    run(
        worker,
        transaction -> {
          run(other, write(2));
          run(other, write(3));
          assertEquals(1, read(transaction));
        });
    assertEquals(3, valueNow());
  }

  @Test
  void aReaderSeesWhatWasDeletedAfterIt() {
    load(KEY, 1);
    run(
        worker,
        transaction -> {
          run(other, this::delete);
          tidy(other);
          assertEquals(1, read(transaction));
        });
    tidy(other);
    assertEquals(0, table.index().size());
  }

  @Test
  void aRemovedKeyRemembersWhoHasReadItsDeletion() {
    load(KEY, 1);
    run(other, this::delete);
    AttemptResult ended =
        attempt(
            worker,
            transaction -> {
              run(other, reader -> assertNull(reader.read(table, KEY)));
              tidy(other);
              assertEquals(0, table.index().size());
              transaction.insert(table, KEY).setLong(value, 2);
            });
    assertSame(AttemptResult.CONFLICT, ended);
  }

  @Test
  void aReaderDoesNotSeeWhatWasInsertedAfterIt() {
    run(
        worker,
        transaction -> {
          run(other, insert(1));
          assertNull(transaction.read(table, KEY));
        });
    assertEquals(1, valueNow());
  }

  @Test
  void aWriterAbortsIfALaterTransactionHasReadWhatItReplaces() {
    load(KEY, 1);
    AttemptResult ended =
        attempt(
            worker,
            transaction -> {
              transaction.update(table, KEY).setLong(value, 2);
              assertEquals(1, valueNow());
            });
    assertSame(AttemptResult.CONFLICT, ended);
    assertEquals(1, valueNow());
    run(worker, write(2));
    assertEquals(2, valueNow());
  }

  @Test
  void anInsertAbortsIfALaterTransactionHasMissedTheKey() {
    AttemptResult ended =
        attempt(
            worker,
            transaction -> {
              run(other, reader -> assertNull(reader.read(table, KEY)));
              transaction.insert(table, KEY).setLong(value, 1);
            });
    assertSame(AttemptResult.CONFLICT, ended);
    run(worker, insert(1));
    assertEquals(1, valueNow());
  }

  @Test
  void anInsertAbortsIfALaterTransactionHasFoundItsRecordAbsent() {
    AttemptResult ended =
        attempt(
            worker,
            transaction -> {
              transaction.insert(table, KEY).setLong(value, 1);
              run(other, reader -> assertNull(reader.read(table, KEY)));
            });
    assertSame(AttemptResult.CONFLICT, ended);
  }

  @Test
  void aTransactionMayInsertWhatItHasMissed() {
    run(
        worker,
        transaction -> {
          assertNull(transaction.read(table, KEY));
          transaction.insert(table, KEY).setLong(value, 1);
        });
    assertEquals(1, valueNow());
  }

  @Test
  void aWriterAbortsIfALaterOneWasFaster() {
    load(KEY, 1);
    AttemptResult ended =
        attempt(
            worker,
            transaction -> {
              transaction.update(table, KEY).setLong(value, 2);
              run(other, write(3));
            });
    assertSame(AttemptResult.CONFLICT, ended);
    assertEquals(3, valueNow());
  }

  @Test
  void ofTwoThatReadWhatTheOtherWritesOneAborts() {
    load(KEY, 1);
    load(KEY + 1, 1);
    AttemptResult ended =
        attempt(
            worker,
            transaction -> {
              assertEquals(1, read(transaction));
              transaction.update(table, KEY + 1).setLong(value, 0);
              run(
                  other,
                  second -> {
                    assertEquals(1, second.read(table, KEY + 1).getLong(value));
                    second.update(table, KEY).setLong(value, 0);
                  });
            });
    assertSame(AttemptResult.CONFLICT, ended);
  }

  @Test
  void whoComesLaterWaitsForAPendingVersionAndWhoComesEarlierDoesNot() {
    Database pending = new Database(new MultiVersion(3), 3);
    Table accounts = pending.create(TableDefinition.ordered("accounts", columns.build()));
    Worker early = pending.worker(0, pace);
    Worker late = pending.worker(1, pace);
    RecordLogic look = transaction -> assertNull(transaction.read(accounts, KEY));
    Runnable[] whilePending = new Runnable[1];
    Worker writer = pending.worker(2, pace, (version, accesses) -> whilePending[0].run(), null);
    run(
        early,
        transaction -> {
          whilePending[0] =
              () -> {
                late.begin();
                assertSame(AttemptResult.FAILED, late.attempt(look));
                assertSame(pace.waits, late.failure());
                look.run(transaction);
              };
          run(writer, insert -> insert.insert(accounts, KEY).setLong(value, 1));
        });
  }

  @Test
  void aVersionIsKeptUntilNobodyCanNeedIt() {
    load(KEY, 0);
    run(
        worker,
        transaction -> {
          for (int i = 1; i <= 100; i++) {
            run(other, write(i));
            other.tidy();
          }
          assertEquals(100, versionsInUse());
          assertEquals(0, read(transaction));
        });
    tidy(worker, other);
    assertEquals(0, versionsInUse());
  }

  @Test
  void updatesDoNotTakeMoreAndMoreSlots() {
    load(KEY, 0);
    for (int i = 1; i <= 1_000; i++) {
      run(worker, write(i));
    }
    int taken = table.versions().taken();
    for (int i = 1; i <= 100_000; i++) {
      run(worker, write(i));
    }
    assertEquals(taken, table.versions().taken());
    tidy(worker, other);
    assertTrue(worker.isTidy());
    assertEquals(0, versionsInUse());
  }

  @Test
  void abortedVersionsAreFreed() {
    load(KEY, 0);
    for (int i = 1; i <= 100; i++) {
      worker.begin();
      AttemptResult ended =
          worker.attempt(
              transaction -> {
                transaction.update(table, KEY).setLong(value, 5);
                throw transaction.abort("changed its mind");
              });
      assertSame(AttemptResult.FAILED, ended);
    }
    tidy(worker, other);
    assertEquals(0, versionsInUse());
    assertEquals(0, valueNow());
  }

  /**
   * A pace whose clock advances at every read. A wait throws an exception, because the thread would
   * wait for itself.
   */
  private static final class OneThread implements Pace {

    private final IllegalStateException waits =
        new IllegalStateException("a transaction waits for another");
    private long nowNs;

    @Override
    public void access() {}

    @Override
    public void step() {}

    @Override
    public void await(int round) {
      throw waits;
    }

    @Override
    public void restart(int restarts, boolean hasAge) {}

    @Override
    public long nowNs() {
      nowNs += 100;
      return nowNs;
    }
  }

  private void load(long key, long number) {
    Row row = Row.of(table.layout());
    row.setLong(value, number);
    worker.loader().load(table, key, row);
  }

  private RecordLogic write(long number) {
    return transaction -> transaction.update(table, KEY).setLong(value, number);
  }

  private RecordLogic insert(long number) {
    return transaction -> transaction.insert(table, KEY).setLong(value, number);
  }

  private void delete(RecordTransaction transaction) {
    assertTrue(transaction.delete(table, KEY));
  }

  private long read(RecordTransaction transaction) {
    return transaction.read(table, KEY).getLong(value);
  }

  /** Runs a transaction that only reads the value, and returns the value. */
  private long valueNow() {
    long[] found = new long[1];
    run(other, transaction -> found[0] = read(transaction));
    return found[0];
  }

  private static AttemptResult attempt(Worker by, RecordLogic logic) {
    by.begin();
    AttemptResult ended = by.attempt(logic);
    assertNull(by.failure());
    return ended;
  }

  private static void run(Worker by, RecordLogic logic) {
    assertSame(AttemptResult.COMMITTED, attempt(by, logic), () -> "failure: " + by.failure());
  }

  /**
   * Calls tidy in several rounds, because the steps need several calls: a first call reclaims
   * records, a later call computes the horizon, and a still later call frees slots.
   */
  private static void tidy(Worker... workers) {
    for (int round = 0; round < 5; round++) {
      for (Worker each : workers) {
        each.tidy();
      }
    }
  }

  /** Returns the number of old versions, which are stored outside the records. */
  private int versionsInUse() {
    Records versions = table.versions();
    int waiting = 0;
    int free = 0;
    for (Worker each : List.of(worker, other)) {
      waiting += each.context().waiting();
      free += each.context().allocator(versions).available();
    }
    return versions.taken() - versions.pooled() - free - waiting;
  }
}
