package dev.yardmaster.benchmarks.workload.tpce.check;

import dev.yardmaster.benchmarks.workload.records.ConsistencyViolations;
import dev.yardmaster.benchmarks.workload.records.QuiescentReads;
import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Broker;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.CashTransaction;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Trade;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.CustomerAccount;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.Holding;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingHistory;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingSummary;
import dev.yardmaster.benchmarks.workload.tpce.schema.Customers;
import dev.yardmaster.benchmarks.workload.tpce.schema.Rates;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeKind;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeStatus;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import java.util.List;

/**
 * Checks the three consistency conditions of clause 7.3. A broker's number of trades and commission
 * must match its completed trades, and a position must have as many shares as its lots. Further
 * conditions compare the tables with the committed transactions; the balances with the cash
 * transactions; the trades with their steps, payments, requests and lots; and the index tables with
 * the rows that they find.
 */
public final class ConsistencyCheck {

  private final TpceSettings settings;
  private final TpceTables tables;
  private final QuiescentReads reads;
  private final List<CommittedCounts> clients;
  private final ConsistencyViolations findings = new ConsistencyViolations();
  private final TradeFacts trades;
  private final long[] brokerTrades;
  private final long[] brokerCommission;
  private final long[] cashOfAccount;
  private final long[] tradesByStatus = new long[TradeStatus.values().length];
  private long allTrades;
  private long settlements;
  private long cashTransactions;
  private long cashTrades;

  /**
   * Creates a check.
   *
   * @param clients the counts of all clients since the tables were loaded
   */
  public ConsistencyCheck(
      TpceSettings settings,
      TpceTables tables,
      QuiescentReads reads,
      List<CommittedCounts> clients) {
    this.settings = settings;
    this.tables = tables;
    this.reads = reads;
    this.clients = clients;
    trades = new TradeFacts(settings.trades(), clients);
    brokerTrades = new long[settings.brokers()];
    brokerCommission = new long[settings.brokers()];
    cashOfAccount = new long[settings.accounts()];
  }

  /** Returns a line for each broken condition. */
  public List<String> broken() {
    readSteps();
    readLotChanges();
    readTrades();
    checkBrokers();
    checkPayments();
    checkPositions();
    checkRequests();
    checkIndexes();
    checkCommitted();
    return findings.lines();
  }

  private void all(Table table, QuiescentReads.KeyVisitor visitor) {
    reads.range(table, 0, Long.MAX_VALUE, visitor);
  }

  private void readSteps() {
    all(
        tables.brokers().history(),
        (key, row) -> {
          int index = trades.index(TpceKeys.tradeOfHistory(key));
          trades.steps[index] |= (byte) (1 << TpceKeys.statusOfHistory(key));
        });
  }

  private void readLotChanges() {
    all(
        tables.customers().holdingHistory(),
        (key, row) -> {
          int index = trades.index(TpceKeys.lastTradeOf(key));
          trades.changed[index] +=
              row.getLong(HoldingHistory.AFTER_QTY) - row.getLong(HoldingHistory.BEFORE_QTY);
          trades.changes[index]++;
        });
  }

  private void readTrades() {
    reads.keys(tables.brokers().trade(), trades.count(), trades::number, this::readTrade);
  }

  private void readTrade(long number, Row row) {
    int index = trades.index((int) number);
    TradeKind kind = TradeKind.of(row.getLong(Trade.TT_ID));
    int status = (int) row.getLong(Trade.ST_ID);
    int account = (int) row.getLong(Trade.CA_ID);
    boolean isCompleted = status == TradeStatus.COMPLETED.id();
    allTrades++;
    tradesByStatus[status]++;
    trades.accounts[index] = account;
    trades.securities[index] = (int) row.getLong(Trade.S_SYMB);
    trades.statuses[index] = (byte) status;
    if (isCompleted) {
      int broker = settings.brokerOf(Customers.ofAccount(account));
      brokerTrades[broker]++;
      brokerCommission[broker] += row.getLong(Trade.COMM);
      trades.isCash[index] = row.getLong(Trade.IS_CASH) == 1;
      cashTrades += row.getLong(Trade.IS_CASH);
    }
    findings.expectEqual(
        "the steps of trades",
        "trade=" + number,
        "steps",
        trades.steps[index],
        "steps of its status",
        steps(kind, status));
    long shares = row.getLong(Trade.QTY);
    findings.expectEqual(
        "the history of lots",
        "trade=" + number,
        "sum(HH_AFTER_QTY-HH_BEFORE_QTY)",
        trades.changed[index],
        "T_QTY",
        !isCompleted ? 0 : kind.isSell() ? -shares : shares);
  }

  /** Returns a bit for each step that a trade with a status must have recorded. */
  private static int steps(TradeKind kind, int status) {
    int steps = kind.isMarket() ? 0 : 1 << TradeStatus.PENDING.id();
    if (status >= TradeStatus.SUBMITTED.id()) {
      steps |= 1 << TradeStatus.SUBMITTED.id();
    }
    return status == TradeStatus.COMPLETED.id() ? steps | 1 << TradeStatus.COMPLETED.id() : steps;
  }

  private void checkBrokers() {
    reads.keys(
        tables.brokers().broker(),
        settings.brokers(),
        index -> index,
        (key, row) -> {
          String place = "broker=" + key;
          long completed = brokerTrades[(int) key];
          long numTrades = row.getLong(Broker.NUM_TRADES);
          findings.expectEqual(
              "condition 1", place, "B_NUM_TRADES", numTrades, "completed trades", completed);
          long commission = brokerCommission[(int) key];
          long total = row.getLong(Broker.COMM_TOTAL);
          findings.expectEqual(
              "condition 2", place, "B_COMM_TOTAL", total, "sum(T_COMM)", commission);
        });
  }

  private void checkPayments() {
    reads.keys(
        tables.brokers().settlement(), trades.count(), trades::number, (key, row) -> settlements++);
    reads.keys(tables.brokers().cash(), trades.count(), trades::number, this::readCash);
    findings.expectEqual(
        "the payments",
        "all trades",
        "settlements",
        settlements,
        "completed trades",
        tradesByStatus[TradeStatus.COMPLETED.id()]);
    findings.expectEqual(
        "the payments",
        "all trades",
        "cash transactions",
        cashTransactions,
        "completed cash trades",
        cashTrades);
    reads.keys(
        tables.customers().account(),
        settings.accounts(),
        index -> index,
        (key, row) ->
            findings.expectEqual(
                "the balances",
                "account=" + key,
                "CA_BAL",
                row.getLong(CustomerAccount.BAL),
                "opening balance and sum(CT_AMT)",
                Rates.openingCents((int) key) + cashOfAccount[(int) key]));
  }

  private void readCash(long number, Row row) {
    int index = trades.index((int) number);
    if (trades.isCash[index]) {
      cashTransactions++;
      cashOfAccount[trades.accounts[index]] += row.getLong(CashTransaction.AMT);
    } else {
      findings.add("the payments", "trade=" + number + " is not paid in cash");
    }
  }

  /** Compares the positions with their lots, account by account. */
  private void checkPositions() {
    LotSums lots = new LotSums();
    all(
        tables.customers().holding(),
        (key, row) -> {
          int account = TpceKeys.accountOfHolding(key);
          int security = TpceKeys.securityOfHolding(key);
          lots.add(TpceKeys.holdingSummary(account, security), row.getLong(Holding.QTY));
        });
    all(
        tables.customers().summary(),
        (key, row) -> {
          while (lots.hasNext() && lots.key() < key) {
            findings.add("condition 3", place(lots.key()) + " has lots but no position");
            lots.next();
          }
          boolean isSame = lots.hasNext() && lots.key() == key;
          long position = row.getLong(HoldingSummary.QTY);
          long sum = isSame ? lots.sum() : 0;
          findings.expectEqual("condition 3", place(key), "HS_QTY", position, "sum(H_QTY)", sum);
          if (isSame) {
            lots.next();
          }
        });
    if (lots.hasNext()) {
      findings.add("condition 3", place(lots.key()) + " has lots but no position");
    }
  }

  private static String place(long summary) {
    return "account="
        + TpceKeys.accountOfSummary(summary)
        + ", security="
        + TpceKeys.lastSecurityOf(summary);
  }

  private void checkRequests() {
    long[] requests = new long[2];
    all(
        tables.brokers().request(),
        (key, row) -> {
          requests[0]++;
          int trade = TpceKeys.lastTradeOf(key);
          findings.expectEqual(
              "the requests",
              "trade=" + trade,
              "T_ST_ID",
              trades.statuses[trades.index(trade)],
              "pending",
              TradeStatus.PENDING.id());
        });
    all(tables.brokers().requestOf(), (key, row) -> requests[1]++);
    String place = "all requests";
    long pending = tradesByStatus[TradeStatus.PENDING.id()];
    findings.expectEqual("the requests", place, "requests", requests[0], "pending trades", pending);
    findings.expectEqual(
        "the indexes", place, "requests of brokers", requests[1], "requests", requests[0]);
  }

  private void checkIndexes() {
    long[] entries = new long[3];
    all(
        tables.brokers().accountTrade(),
        (key, row) -> {
          entries[0]++;
          int trade = (int) row.getLong(IndexEntry.NUMBER);
          int account = TpceKeys.accountOfTrade(key);
          findings.expectEqual(
              "the indexes",
              "trade=" + trade,
              "account of the index",
              account,
              "T_CA_ID",
              trades.accounts[trades.index(trade)]);
        });
    all(
        tables.brokers().securityTrade(),
        (key, row) -> {
          entries[1]++;
          int trade = (int) row.getLong(IndexEntry.NUMBER);
          findings.expectEqual(
              "the indexes",
              "trade=" + trade,
              "security of the index",
              TpceKeys.securityOfTrade(key),
              "T_S_SYMB",
              trades.securities[trades.index(trade)]);
        });
    all(tables.customers().holdingHistoryOf(), (key, row) -> entries[2]++);
    String place = "all trades";
    findings.expectEqual(
        "the indexes", place, "trades of accounts", entries[0], "trades", allTrades);
    findings.expectEqual(
        "the indexes", place, "trades of securities", entries[1], "trades", allTrades);
    findings.expectEqual(
        "the indexes", place, "lots of trades", entries[2], "changes of lots", trades.allChanges());
  }

  private void checkCommitted() {
    long market = 0;
    long limit = 0;
    long triggered = 0;
    long results = 0;
    long analytics = 0;
    long[] logged = new long[1];
    for (CommittedCounts client : clients) {
      market += client.marketOrders();
      limit += client.limitOrders();
      triggered += client.triggered();
      results += client.results();
      analytics += client.analytics();
      reads.keys(
          tables.customers().analytic(),
          client.begun(),
          index -> TpceKeys.analytic(client.client(), index + 1),
          (key, row) -> logged[0]++);
    }
    expectTrades(TradeStatus.PENDING, limit - triggered);
    expectTrades(TradeStatus.SUBMITTED, market + triggered - results);
    expectTrades(TradeStatus.COMPLETED, settings.trades() + results);
    findings.expectEqual(
        "the number of trades",
        "all trades",
        "trades",
        allTrades,
        "loaded trades and committed orders",
        settings.trades() + market + limit);
    findings.expectEqual(
        "the number of analytic transactions",
        "all clients",
        "logged",
        logged[0],
        "committed",
        analytics);
  }

  private void expectTrades(TradeStatus status, long expected) {
    findings.expectEqual(
        "the number of trades",
        status.label(),
        "trades",
        tradesByStatus[status.id()],
        "by committed transactions",
        expected);
  }
}
