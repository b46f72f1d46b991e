package dev.yardmaster.engine.protocol.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.proof.checker.AnomalyKind;
import dev.yardmaster.proof.checker.CheckOptions;
import dev.yardmaster.proof.checker.Guarantee;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the rules of snapshot isolation and of its certifiers, one rule after the other. One thread
 * uses all workers. So if a transaction runs inside the logic of another transaction, the inner
 * transaction begins later and ends earlier than the outer one.
 */
class SnapshotRulesTest {

  private static final long A = 1;
  private static final long B = 2;

  /** A database with two rows and three workers. */
  private static final class Bank {
    final HistoryLog history = HistoryLog.inMemory();
    final LongColumn amount;
    final Table accounts;
    final List<Worker> workers;

    Bank(String protocol) throws IOException {
      Database database = new Database(Protocols.named(protocol, 3), 3);
      RowLayout.Builder columns = RowLayout.columns();
      amount = columns.number("amount");
      accounts = database.create(TableDefinition.ordered("accounts", columns.build()));
      ThreadPace pace = new ThreadPace(System::nanoTime);
      workers =
          List.of(
              database.worker(0, pace, null, history.recorder()),
              database.worker(1, pace, null, history.recorder()),
              database.worker(2, pace, null, history.recorder()));
      run(
          0,
          transaction -> {
            transaction.insert(accounts, A).setLong(amount, 100);
            transaction.insert(accounts, B).setLong(amount, 100);
          });
    }

    AttemptResult attempt(int worker, RecordLogic logic) {
      workers.get(worker).begin();
      AttemptResult result = workers.get(worker).attempt(logic);
      assertNull(workers.get(worker).failure());
      return result;
    }

    void run(int worker, RecordLogic logic) {
      assertSame(AttemptResult.COMMITTED, attempt(worker, logic));
    }

    long read(RecordTransaction transaction, long key) {
      return transaction.read(accounts, key).getLong(amount);
    }

    void set(RecordTransaction transaction, long key, long to) {
      transaction.update(accounts, key).setLong(amount, to);
    }

    List<AnomalyKind> anomalies(Guarantee guarantee) throws IOException {
      return SerializabilityChecker.check(history.bytes(), CheckOptions.defaults().with(guarantee))
          .anomalies()
          .stream()
          .map(anomaly -> anomaly.kind())
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"si", "ssi", "ssn"})
  void aReaderSeesThePastAndCommits(String protocol) throws IOException {
    Bank bank = new Bank(protocol);
    bank.run(
        0,
        transaction -> {
          assertEquals(100, bank.read(transaction, A));
          bank.run(
              1,
              writer -> {
                bank.set(writer, A, 50);
                bank.set(writer, B, 150);
              });
          assertEquals(100, bank.read(transaction, B));
        });
    assertEquals(List.of(), closed(bank).anomalies(Guarantee.STRICT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"si", "ssi", "ssn"})
  void theFirstWriterWins(String protocol) throws IOException {
    Bank bank = new Bank(protocol);
    bank.run(
        0,
        transaction -> {
          bank.set(transaction, A, 1);
          assertSame(AttemptResult.CONFLICT, bank.attempt(1, second -> bank.set(second, A, 2)));
        });
    assertSame(
        AttemptResult.CONFLICT,
        bank.attempt(
            0,
            transaction -> {
              bank.run(1, first -> bank.set(first, A, 3));
              bank.set(transaction, A, 4);
            }));
    bank.run(0, transaction -> assertEquals(3, bank.read(transaction, A)));
  }

  /** Two transactions each read both rows, and each of them writes a different row. */
  private static AttemptResult skew(Bank bank) {
    return bank.attempt(
        0,
        transaction -> {
          long sum = bank.read(transaction, A) + bank.read(transaction, B);
          bank.run(1, second -> bank.set(second, B, bank.read(second, B) - bank.read(second, A)));
          bank.set(transaction, A, sum - 200);
        });
  }

  @Test
  void snapshotIsolationAllowsWriteSkew() throws IOException {
    Bank bank = new Bank("si");
    assertSame(AttemptResult.COMMITTED, skew(bank));
    closed(bank);
    assertEquals(List.of(AnomalyKind.WRITE_SKEW), bank.anomalies(Guarantee.SERIALIZABLE));
    assertEquals(List.of(), bank.anomalies(Guarantee.SNAPSHOT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ssi", "ssn"})
  void aCertifierAbortsWriteSkew(String protocol) throws IOException {
    assertSame(AttemptResult.CONFLICT, skew(new Bank(protocol)));
  }

  /**
   * The writer has not seen a write that was committed before the report began (Fekete, O'Neil and
   * O'Neil, <i>A Read-Only Transaction Anomaly Under Snapshot Isolation</i>, SIGMOD Record 2004).
   *
   * @param report runs while the writer is open
   */
  private static AttemptResult writerWithSuccessor(Bank bank, Consumer<Bank> report) {
    return bank.attempt(
        0,
        transaction -> {
          bank.read(transaction, B);
          bank.run(1, deposit -> bank.set(deposit, B, 120));
          report.accept(bank);
          bank.set(transaction, A, 0);
        });
  }

  private static RecordLogic readOnly(Bank bank, Isolation isolation) {
    return new RecordLogic() {
      @Override
      public boolean isReadOnly() {
        return true;
      }

      @Override
      public Isolation isolation() {
        return isolation;
      }

      @Override
      public void run(RecordTransaction transaction) {
        assertEquals(100, bank.read(transaction, A));
        assertEquals(120, bank.read(transaction, B));
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"ssi", "ssn"})
  void aWriterWithASuccessorCommitsUnlessSomebodyHasSeenTheSuccessor(String protocol)
      throws IOException {
    Bank alone = new Bank(protocol);
    assertSame(AttemptResult.COMMITTED, writerWithSuccessor(alone, bank -> {}));
    assertEquals(List.of(), closed(alone).anomalies(Guarantee.STRICT));
    for (Isolation isolation : List.of(Isolation.SERIALIZABLE, Isolation.SNAPSHOT)) {
      assertSame(
          AttemptResult.CONFLICT,
          writerWithSuccessor(new Bank(protocol), bank -> bank.run(2, readOnly(bank, isolation))),
          isolation.name());
    }
  }

  @Test
  void snapshotIsolationAllowsTheAnomalyOfAReadOnlyTransaction() throws IOException {
    Bank bank = new Bank("si");
    assertSame(
        AttemptResult.COMMITTED,
        writerWithSuccessor(bank, same -> same.run(2, readOnly(same, Isolation.SERIALIZABLE))));
    closed(bank);
    assertFalse(bank.anomalies(Guarantee.STRICT).isEmpty());
    assertEquals(List.of(), bank.anomalies(Guarantee.SNAPSHOT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ssi", "ssn"})
  void anInsertedKeyWasMissedByACommittedTransaction(String protocol) throws IOException {
    Bank bank = new Bank(protocol);
    assertSame(
        AttemptResult.CONFLICT,
        bank.attempt(
            0,
            transaction -> {
              bank.read(transaction, B);
              bank.run(1, deposit -> bank.set(deposit, B, 120));
              bank.run(
                  2,
                  third -> {
                    assertEquals(120, bank.read(third, B));
                    assertNull(third.read(bank.accounts, 3));
                    bank.set(third, A, 7);
                  });
              transaction.insert(bank.accounts, 3).setLong(bank.amount, 1);
            }));
  }

  /** A reader has raised the stamp of the index node after the inserting transaction began. */
  @ParameterizedTest
  @ValueSource(strings = {"ssi", "ssn"})
  void anInsertCommitsAfterAReaderThatItNeedNotPrecede(String protocol) throws IOException {
    Bank bank = new Bank(protocol);
    bank.run(
        0,
        transaction -> {
          bank.run(1, reader -> assertNull(reader.read(bank.accounts, 3)));
          bank.run(
              1,
              writer -> {
                assertNull(writer.read(bank.accounts, 4));
                bank.set(writer, A, 50);
              });
          transaction.insert(bank.accounts, 5).setLong(bank.amount, 1);
        });
    assertEquals(List.of(), closed(bank).anomalies(Guarantee.STRICT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"si", "ssi", "ssn"})
  void aDeletedRecordIsRemovedAfterAnInsertionThatWasGivenUp(String protocol) throws IOException {
    Bank bank = new Bank(protocol);
    bank.run(1, transaction -> assertTrue(transaction.delete(bank.accounts, A)));
    bank.workers.get(0).begin();
    assertSame(
        AttemptResult.FAILED,
        bank.workers
            .get(0)
            .attempt(
                transaction -> {
                  transaction.insert(bank.accounts, A).setLong(bank.amount, 1);
                  bank.workers.get(1).tidy();
                  bank.workers.get(1).tidy();
                  throw transaction.abort("changed its mind");
                }));
    for (int round = 0; round < 5; round++) {
      bank.workers.get(1).tidy();
    }
    assertEquals(1, bank.accounts.index().size());
  }

  /**
   * A worker that is reading the clock has not announced its stamp yet, so no old version may be
   * freed.
   */
  @Test
  void whoBeginsKeepsOldVersions() {
    long[] horizon = new long[1];
    SharedWords words = new SharedWords(null);
    TransactionTable table =
        new TransactionTable(2) {
          @Override
          long now(SharedWords shared) {
            horizon[0] = horizon();
            return super.now(shared);
          }
        };
    table.committing(words, 1);
    long drawn = table.draw(words, 1, 0);
    table.end(words, 1);
    assertEquals(drawn, table.begin(words, 0));
    assertTrue(horizon[0] < drawn, "horizon=" + horizon[0]);
    assertEquals(drawn, table.horizon());
  }

  private static Bank closed(Bank bank) throws IOException {
    bank.history.close();
    return bank;
  }
}
