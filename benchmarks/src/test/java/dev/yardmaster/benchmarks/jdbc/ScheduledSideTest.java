package dev.yardmaster.benchmarks.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.jdbc.bank.BankArguments;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.jdbc.bank.BankTables;
import dev.yardmaster.benchmarks.jdbc.bank.DrawnTransactions;
import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import java.sql.SQLException;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks the histories of transactions that release their rows before the flush of their commit, or
 * that share a database transaction.
 */
@Timeout(120)
class ScheduledSideTest {
  private static final int CUSTOMERS = 1_000;
  private static final int CLIENTS = 8;

  private static PostgresServer server;

  @BeforeAll
  static void start() {
    server = PostgresServer.embedded(true);
  }

  @AfterAll
  static void end() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "INTERACTIVE, EARLY_RELEASE",
    "PROCEDURE, EARLY_RELEASE",
    "INTERACTIVE, JOINED",
    "PROCEDURE, JOINED",
    "PROCEDURE, JOINED_EARLY_RELEASE"
  })
  void moneyIsConservedAndHistoriesAreSerializable(BankLogic logic, JdbcSideName side)
      throws SQLException, InterruptedException {
    BankTables tables = new BankTables(server, CUSTOMERS, LockOrder.SORTED, true);
    tables.create();
    DrawnCalls<BankArguments> drawn =
        DrawnTransactions.of(new SmallBank(CUSTOMERS, 1.4, 5), CUSTOMERS);
    Round ended =
        new BankRound(
                "side",
                JdbcSides.scheduled(side, logic, 4),
                4,
                1.4,
                CLIENTS,
                tables,
                drawn,
                CLIENTS,
                50_000_000,
                SystemNanoClock.INSTANCE)
            .run(1, 250_000_000, (stage, rate) -> {});
    assertEquals(List.of(), ended.findings());
    assertTrue(ended.values().get(Metric.COMMITTED) > 0, ended.toString());
    assertTrue(ended.values().get(JdbcMetrics.CHECKED) > 0, ended.toString());
  }
}
