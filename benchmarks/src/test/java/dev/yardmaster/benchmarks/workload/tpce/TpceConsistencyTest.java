package dev.yardmaster.benchmarks.workload.tpce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.records.RunOnEngine;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Broker;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.CashTransaction;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Trade;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.AnalyticHistory;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.CustomerAccount;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingHistory;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingSummary;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceMix;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeStatus;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Checks that each consistency condition is reported if a change of the tables breaks it. */
class TpceConsistencyTest {

  private static final int TRADE = 17;

  /** A change that a transaction makes to the tables. */
  private interface Breakage extends BiConsumer<RecordTransaction, Database> {}

  /**
   * Returns changes of the tables; each change breaks a condition. The key of a change is the
   * beginning of the line that must be reported.
   */
  private static Map<String, Breakage> breakages() {
    Map<String, Breakage> all = new TreeMap<>();
    all.put(
        "condition 1 ",
        (transaction, tables) ->
            transaction.update(tables.table("broker"), 1).addLong(Broker.NUM_TRADES, 1));
    all.put(
        "condition 2 ",
        (transaction, tables) ->
            transaction.update(tables.table("broker"), 1).addLong(Broker.COMM_TOTAL, 1));
    all.put(
        "condition 3 ",
        (transaction, tables) -> {
          Table summary = tables.table("holding-summary");
          long[] first = new long[1];
          var unused =
              transaction.scan(
                  summary,
                  0,
                  Long.MAX_VALUE,
                  1,
                  (key, rest, row) -> {
                    first[0] = key;
                    return false;
                  });
          transaction.update(summary, first[0]).addLong(HoldingSummary.QTY, 1);
        });
    all.put(
        "the balances ",
        (transaction, tables) ->
            transaction
                .update(tables.table("customer-account"), 3)
                .addLong(CustomerAccount.BAL, 1));
    all.put(
        "the history of lots ",
        (transaction, tables) -> {
          Table history = tables.table("holding-history");
          long[] first = new long[1];
          var unused =
              transaction.scan(
                  history,
                  TpceKeys.trades(TRADE, 0),
                  Long.MAX_VALUE,
                  1,
                  (key, rest, row) -> {
                    first[0] = key;
                    return false;
                  });
          transaction.update(history, first[0]).addLong(HoldingHistory.AFTER_QTY, 1);
        });
    all.put(
        "the indexes ",
        (transaction, tables) -> {
          long account = transaction.read(tables.table("trade"), TRADE).getLong(Trade.CA_ID);
          transaction.delete(
              tables.table("account-trades"), TpceKeys.accountTrade((int) account, TRADE));
        });
    all.put(
        "the number of trades ",
        (transaction, tables) ->
            transaction
                .update(tables.table("trade"), TRADE)
                .setLong(Trade.ST_ID, TradeStatus.SUBMITTED.id()));
    all.put(
        "the number of analytic transactions ",
        (transaction, tables) ->
            transaction
                .insert(tables.table("analytic-history"), TpceKeys.analytic(0, 1))
                .setLong(AnalyticHistory.ASSETS, 1));
    all.put(
        "the payments ",
        (transaction, tables) -> transaction.delete(tables.table("settlement"), TRADE));
    all.put(
        "the requests ",
        (transaction, tables) ->
            transaction.insert(tables.table("trade-request"), TpceKeys.securityTrade(1, TRADE)));
    all.put(
        "the steps of trades ",
        (transaction, tables) ->
            transaction.delete(
                tables.table("trade-history"),
                TpceKeys.tradeHistory(TRADE, TradeStatus.SUBMITTED.id())));
    return all;
  }

  @Test
  void everyConditionIsReportedInALine() throws Exception {
    for (var breakage : breakages().entrySet()) {
      RunOnEngine run = new RunOnEngine(new Tpce(TpceTest.small(TpceMix.HYBRID)), "silo", 1);
      // The first transaction is an order, so the key of an analytic transaction is still free.
      run.runClients(1);
      assertTrue(run.brokenInvariant().isEmpty());
      RecordLogic logic = transaction -> breakage.getValue().accept(transaction, run.database());
      var unused = run.worker(0).run(logic);
      assertEquals(null, run.worker(0).failure(), breakage.getKey());
      String report = run.brokenInvariant().orElse("");
      long lines = report.lines().filter(line -> line.startsWith(breakage.getKey())).count();
      assertEquals(1, lines, () -> breakage.getKey() + " must be reported: " + report);
    }
  }

  /**
   * For each table that transactions change, plants a bug that loses a write, and checks that the
   * report shows the loss.
   */
  @Test
  void aLostWriteIsReported() throws Exception {
    for (String lost :
        new String[] {
          "trade",
          "account-trades",
          "security-trades",
          "trade-history",
          "trade-request",
          "broker-requests",
          "broker",
          "settlement",
          "cash-transaction",
          "customer-account",
          "holding-summary",
          "holding",
          "holding-history",
          "holding-history-of-trade",
          "analytic-history"
        }) {
      TpceSettings settings = TpceTest.small(TpceMix.HYBRID);
      RunOnEngine run = new RunOnEngine(new Tpce(settings), "silo", 1);
      int begun = 0;
      boolean isLost = false;
      while (!isLost) {
        assertTrue(begun++ < 10_000, "no transaction writes " + lost);
        var call = run.client(0).next();
        boolean isLookedFor =
            begun > 500 && !call.isReadOnly() && !call.type().equals("trade-update");
        LosingWrites[] losing = new LosingWrites[1];
        var unused =
            run.worker(0)
                .run(
                    transaction -> {
                      losing[0] = new LosingWrites(transaction, isLookedFor ? lost : "");
                      call.run(losing[0]);
                    });
        boolean hasCommitted = run.worker(0).failure() == null;
        run.client(0).ended(call, hasCommitted);
        isLost = hasCommitted && losing[0].hasLost();
      }
      assertTrue(run.brokenInvariant().isPresent(), lost);
    }
  }

  /** Checks that the report contains cash transactions that belong to no order. */
  @Test
  void anAmountThatIsNotInTheBalanceIsReported() throws Exception {
    RunOnEngine run = new RunOnEngine(new Tpce(TpceTest.small(TpceMix.ORIGINAL)), "silo", 1);
    Table cash = run.database().table("cash-transaction");
    int[] changed = {-1};
    var unused =
        run.worker(0)
            .run(
                transaction -> {
                  int trade = 0;
                  while (transaction.read(cash, trade) == null) {
                    trade++;
                  }
                  transaction.update(cash, trade).addLong(CashTransaction.AMT, 5);
                  changed[0] = trade;
                });
    assertTrue(changed[0] >= 0);
    String report = run.brokenInvariant().orElse("");
    assertTrue(report.startsWith("the balances is broken: account="), report);
    assertEquals(1, report.lines().count(), report);
  }
}
