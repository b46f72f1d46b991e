package dev.yardmaster.benchmarks.jdbc.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the transactions one after another, in all their forms. */
@Timeout(180)
class BankTransactionTest {

  private static final int CUSTOMERS = 50;
  private static final long INITIAL = 1_000_000;

  private static PostgresServer server;

  @BeforeAll
  static void start() {
    server = PostgresServer.embedded(false);
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static BankTables tables(boolean isRecorded) throws SQLException {
    BankTables tables = new BankTables(server, CUSTOMERS, LockOrder.SORTED, isRecorded);
    tables.create();
    tables.load();
    return tables;
  }

  private static BankArguments arguments(BankKind kind, long customer, long other, long cents) {
    return new BankArguments(kind, customer, other, cents, List.of(), List.of());
  }

  private static long balance(Connection connection, String table, long customer)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("select bal from " + table + " where custid = " + customer)) {
      row.next();
      return row.getLong(1);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POINT_SELECT")
  void moneyGoesWhereItShould(BankLogic logic) throws SQLException {
    BankTables tables = tables(false);
    BankTransaction bank = logic.transaction(LockOrder.SORTED, false);
    try (Connection connection = server.connect()) {
      BankReceipt found = bank.run(connection, arguments(BankKind.BALANCE, 1, 1, 0), 1);
      assertEquals(new BankReceipt(false, 0, 2 * INITIAL, List.of()), found);

      bank.run(connection, arguments(BankKind.DEPOSIT_CHECKING, 1, 1, 70), 2);
      assertEquals(INITIAL + 70, balance(connection, "checking", 1));

      BankReceipt taken =
          bank.run(connection, arguments(BankKind.TRANSACT_SAVINGS, 1, 1, -INITIAL), 3);
      assertEquals(-INITIAL, taken.changeCents());
      assertEquals(0, balance(connection, "savings", 1));
      assertTrue(
          bank.run(connection, arguments(BankKind.TRANSACT_SAVINGS, 1, 1, -1), 4).isRefused());

      BankReceipt paid =
          bank.run(connection, arguments(BankKind.SEND_PAYMENT, 1, 2, INITIAL + 70), 5);
      assertEquals(0, paid.changeCents());
      assertEquals(0, balance(connection, "checking", 1));
      assertEquals(2 * INITIAL + 70, balance(connection, "checking", 2));
      assertTrue(bank.run(connection, arguments(BankKind.SEND_PAYMENT, 1, 2, 1), 6).isRefused());

      BankReceipt bounced = bank.run(connection, arguments(BankKind.WRITE_CHECK, 1, 1, 10), 7);
      assertEquals(-110, bounced.changeCents(), "with the penalty");
      assertEquals(-110, balance(connection, "checking", 1));

      bank.run(connection, arguments(BankKind.AMALGAMATE, 2, 1, 0), 8);
      assertEquals(0, balance(connection, "savings", 2));
      assertEquals(0, balance(connection, "checking", 2));
      assertEquals(3 * INITIAL + 70 - 110, balance(connection, "checking", 1));
    }
    assertEquals(tables.initialCents() + 70 - INITIAL - 110, tables.totalCents());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POINT_SELECT")
  void aCustomerWhoIsMissingIsAnError(BankLogic logic) throws SQLException {
    tables(false);
    try (Connection connection = server.connect()) {
      SQLException failure =
          assertThrows(
              SQLException.class,
              () ->
                  logic
                      .transaction(LockOrder.SORTED, false)
                      .run(connection, arguments(BankKind.BALANCE, CUSTOMERS, CUSTOMERS, 0), 1));
      assertEquals("P0002", failure.getSQLState());
    }
  }

  /** Runs drawn transactions one after another. */
  private static List<BankReceipt> play(BankLogic logic, boolean isRecorded) throws SQLException {
    BankTables tables = tables(isRecorded);
    BankTransaction bank = logic.transaction(LockOrder.SORTED, isRecorded);
    DrawnCalls.Walk<BankArguments> walk =
        DrawnTransactions.of(new SmallBank(CUSTOMERS, 1.5, 7), CUSTOMERS).walk(0, 1);
    List<BankReceipt> receipts = new ArrayList<>();
    List<CommittedCall> calls = new ArrayList<>();
    long changeCents = 0;
    try (Connection connection = server.connect()) {
      for (int number = 1; number <= 400; number++) {
        BankReceipt receipt = bank.run(connection, walk.next(), number);
        changeCents += receipt.changeCents();
        receipts.add(
            new BankReceipt(
                receipt.isRefused(), receipt.changeCents(), receipt.balanceCents(), List.of()));
        calls.add(new CommittedCall(number, number, number, receipt.seen()));
      }
    }
    assertEquals(tables.initialCents() + changeCents, tables.totalCents());
    if (isRecorded) {
      assertEquals(List.of(), BankChecker.check(calls, tables).findings());
    }
    return receipts;
  }

  @Test
  void theyDoTheSameHoweverTheyAreWritten() throws SQLException {
    List<BankReceipt> receipts = play(BankLogic.INTERACTIVE, false);
    assertTrue(receipts.stream().anyMatch(BankReceipt::isRefused), "some are refused");
    assertEquals(changes(receipts), changes(play(BankLogic.PROCEDURE, false)));
    assertEquals(changes(receipts), changes(play(BankLogic.INTERACTIVE, true)));
    assertEquals(changes(receipts), changes(play(BankLogic.PROCEDURE, true)));
  }

  private static List<Map.Entry<Boolean, Long>> changes(List<BankReceipt> receipts) {
    return receipts.stream()
        .map(receipt -> Map.entry(receipt.isRefused(), receipt.changeCents()))
        .toList();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POINT_SELECT")
  void theyUseTheRowsThatTheySayBefore(BankLogic logic) throws SQLException {
    tables(true);
    BankTransaction bank = logic.transaction(LockOrder.SORTED, true);
    DrawnCalls.Walk<BankArguments> walk =
        DrawnTransactions.of(new SmallBank(CUSTOMERS, 0, 11), CUSTOMERS).walk(0, 1);
    Set<BankKind> kinds = new HashSet<>();
    try (Connection connection = server.connect()) {
      for (int number = 1; number <= 200; number++) {
        BankArguments drawn = walk.next();
        BankReceipt receipt = bank.run(connection, drawn, number);
        if (!receipt.isRefused()) {
          kinds.add(drawn.kind());
          assertEquals(Set.copyOf(drawn.reads()), rows(receipt, false), drawn.toString());
          assertEquals(Set.copyOf(drawn.writes()), rows(receipt, true), drawn.toString());
        }
      }
    }
    assertEquals(Set.of(BankKind.values()), kinds);
  }

  private static Set<AccountRow> rows(BankReceipt receipt, boolean onlyWritten) {
    return receipt.seen().stream()
        .filter(seen -> seen.isWritten() || !onlyWritten)
        .map(SeenRow::row)
        .collect(Collectors.toSet());
  }

  @Test
  void customersAreScatteredOneToOne() {
    for (int customers : List.of(2, 3, 50, 1_000, 99_991, 100_000)) {
      Placement placement = new Placement(customers);
      Set<Long> places = new HashSet<>();
      for (int popularity = 0; popularity < customers; popularity++) {
        long place = placement.of(popularity);
        assertTrue(place >= 0 && place < customers, "customers=" + customers);
        places.add(place);
      }
      assertEquals(customers, places.size());
    }
    Placement placement = new Placement(100_000);
    assertTrue(
        Math.abs(placement.of(1) - placement.of(2)) > 1_000,
        "the most popular customers must be far apart");
  }
}
