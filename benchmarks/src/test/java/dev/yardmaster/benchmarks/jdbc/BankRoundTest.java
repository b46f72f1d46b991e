package dev.yardmaster.benchmarks.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.jdbc.bank.BankArguments;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.jdbc.bank.BankReceipt;
import dev.yardmaster.benchmarks.jdbc.bank.BankTables;
import dev.yardmaster.benchmarks.jdbc.bank.DrawnTransactions;
import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs rounds under contention on a real server. */
@Timeout(300)
class BankRoundTest {

  private static final int CUSTOMERS = 1_000;
  private static final int CLIENTS = 8;
  private static final long SEED = 5;
  private static final long WARM_UP_NS = 50_000_000L;
  private static final long RECORDED_NS = 250_000_000L;

  /** An interval in which clients conflict often enough. */
  private static final long CONFLICTS_NS = 700_000_000L;

  private static PostgresServer server;

  @BeforeAll
  static void start() {
    server = PostgresServer.embedded(false);
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static Round run(JdbcSide side, boolean isRecorded)
      throws SQLException, InterruptedException {
    return run(side, isRecorded, RECORDED_NS);
  }

  private static Round run(JdbcSide side, boolean isRecorded, long recordedNs)
      throws SQLException, InterruptedException {
    BankTables tables = new BankTables(server, CUSTOMERS, LockOrder.SORTED, isRecorded);
    tables.create();
    DrawnCalls<BankArguments> drawn =
        DrawnTransactions.of(new SmallBank(CUSTOMERS, 1.4, SEED), CUSTOMERS);
    return new BankRound(
            "side",
            side,
            0,
            1.4,
            CLIENTS,
            tables,
            drawn,
            CLIENTS,
            WARM_UP_NS,
            SystemNanoClock.INSTANCE)
        .run(1, recordedNs, (stage, rate) -> {});
  }

  private static PlainSide plain(BankLogic logic, int limit, int isolation) {
    return new PlainSide(
        "plain", logic, limit, isolation, Backoff.STANDARD, SEED, PostgresServer::connect);
  }

  @ParameterizedTest
  @CsvSource({
    "INTERACTIVE, 0, false",
    "INTERACTIVE, 0, true",
    "INTERACTIVE, 2, true",
    "PROCEDURE, 0, false",
    "PROCEDURE, 0, true",
    "PROCEDURE, 2, true"
  })
  void moneyIsConservedAndHistoriesAreSerializable(BankLogic logic, int limit, boolean isRecorded)
      throws Exception {
    Round ended = run(plain(logic, limit, Connection.TRANSACTION_SERIALIZABLE), isRecorded);
    assertEquals(List.of(), ended.findings());
    MetricValues values = ended.values();
    assertTrue(values.get(Metric.COMMITTED) > 0, values.toString());
    assertTrue(values.get(Latency.MEAN) > 0, values.toString());
    assertTrue(values.get(Latency.MAX) >= values.get(Latency.MEAN), values.toString());
    assertEquals(
        0,
        values.get(JdbcMetrics.DEADLOCKS),
        "all transactions write rows in one order, so none deadlocks");
    assertEquals(isRecorded, values.get(JdbcMetrics.CHECKED) > 0);
  }

  @Test
  void conflictsAreCounted() throws Exception {
    Round ended =
        run(
            plain(BankLogic.INTERACTIVE, 0, Connection.TRANSACTION_SERIALIZABLE),
            false,
            CONFLICTS_NS);
    assertTrue(ended.values().get(JdbcMetrics.ABORTS) > 0, ended.toString());
    assertTrue(ended.values().get(JdbcMetrics.MAX_ABORTS) > 0, ended.toString());
  }

  @Test
  void oneTransactionAtATimeMeetsNoConflict() throws Exception {
    Round ended = run(plain(BankLogic.INTERACTIVE, 1, Connection.TRANSACTION_SERIALIZABLE), false);
    assertEquals(0, ended.values().get(JdbcMetrics.ABORTS), ended.toString());
  }

  @Test
  void aWeakerIsolationIsCaught() throws Exception {
    Round ended =
        run(
            plain(BankLogic.INTERACTIVE, 0, Connection.TRANSACTION_READ_COMMITTED),
            true,
            CONFLICTS_NS);
    assertFalse(ended.findings().isEmpty());
    assertTrue(
        ended.findings().toString().contains("the history is not serializable"),
        ended.findings().toString());
  }

  /** A side whose clients have plain connections, and whose loop has a bug. */
  private record BrokenSide(Bug bug) implements JdbcSide {

    interface Bug {
      void execute(Connection connection, ClientTransaction<BankArguments> call)
          throws SQLException;
    }

    @Override
    public String label() {
      return "broken";
    }

    @Override
    public BankLogic logic() {
      return BankLogic.PROCEDURE;
    }

    @Override
    public Running start(SqlLoad<BankArguments> load) {
      AtomicInteger first = new AtomicInteger();
      return ClientThreads.start(
          load,
          (client, index) -> {
            if (first.getAndIncrement() == 0) {
              // The side runs alone, so no conflict precedes the bug.
              try (Connection connection = load.server().connect()) {
                for (ClientTransaction<BankArguments> call = client.next();
                    call != null;
                    call = client.next()) {
                  bug.execute(connection, call);
                }
              }
            }
          });
    }
  }

  @Test
  void aCommitThatWasNoneIsMissedMoney() throws Exception {
    Round ended =
        run(
            new BrokenSide(
                (connection, call) -> {
                  connection.setAutoCommit(false);
                  BankReceipt receipt = call.run(connection);
                  connection.rollback();
                  call.committed(receipt);
                }),
            false);
    assertTrue(ended.findings().toString().contains("cents"), ended.findings().toString());
  }

  @Test
  void aTransactionThatIsAppliedTwiceIsCaught() throws Exception {
    Round ended =
        run(
            new BrokenSide(
                (connection, call) -> {
                  call.run(connection);
                  call.committed(call.run(connection));
                }),
            true);
    assertTrue(
        ended.findings().toString().contains("follow from the initial data"),
        ended.findings().toString());
  }

  @Test
  void anUnknownOutcomeIsReported() throws Exception {
    Round ended =
        run(
            new BrokenSide(
                (connection, call) -> {
                  call.run(connection);
                  call.unknown();
                }),
            false);
    assertTrue(ended.findings().toString().contains("unknown="), ended.findings().toString());
  }

  @Test
  void aClientThatFailsEndsTheRound() {
    WorkloadFailure failure =
        assertThrows(
            WorkloadFailure.class,
            () ->
                run(
                    new BrokenSide(
                        (connection, call) -> {
                          throw new SQLException("no such luck", "XX000");
                        }),
                    false));
    assertTrue(failure.getMessage().contains("no such luck"), failure.getMessage());
  }
}
