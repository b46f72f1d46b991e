package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.rows.customer.AnalyticHistory;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingSummary;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.LastTrade;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/**
 * Computes the total assets of a group of accounts, and logs the result in a table (the ERMIA
 * paper, CSRG-623, section 4.2). The transaction joins the group's positions with the last prices.
 * The transaction first adds up the shares of each security, so it reads each last price only once.
 * The transaction reads the same set of rows as a join that looks up the last price of each
 * position.
 *
 * <pre>
 *   | type | first account |
 * </pre>
 */
public final class Analytic extends TpceCall {

  private static final int MEAN_POSITIONS = 8;

  private final RowVisitor each = this::visit;
  private final Numbers held = new Numbers();
  private final boolean[] isHeld;
  private final long[] shares;
  private final int accounts;
  private int first;
  private long key;
  private long assetsCents;

  Analytic(TpceTables tables, TpceSettings settings) {
    super(TpceType.ANALYTIC, tables, settings);
    isHeld = new boolean[settings.securities()];
    shares = new long[settings.securities()];
    accounts = settings.groupAccounts();
  }

  @Override
  public void take(int[] inputs, int at) {
    first = inputs[at + 1];
  }

  /** Sets the key of the row that logs the result. */
  public void takeKey(long newKey) {
    key = newKey;
  }

  @Override
  public void giveBackTo(TpceCalls pools) {
    pools.analytics.giveBack(this);
  }

  @Override
  public int records() {
    return MEAN_POSITIONS * accounts;
  }

  @Override
  public boolean isBulk() {
    return true;
  }

  @Override
  public void declare(KeyHints keys) {
    keys.write(tables.customers().analytic(), key);
  }

  private boolean visit(long position, byte[] rest, Row row) {
    int security = TpceKeys.lastSecurityOf(position);
    if (!isHeld[security]) {
      isHeld[security] = true;
      shares[security] = 0;
      held.add(security);
    }
    shares[security] += row.getLong(HoldingSummary.QTY);
    return true;
  }

  @Override
  public void run(RecordTransaction transaction) {
    for (int i = 0; i < held.size(); i++) {
      isHeld[held.get(i)] = false;
    }
    held.clear();
    assetsCents = 0;
    var unused =
        transaction.scan(
            tables.customers().summary(),
            TpceKeys.holdingSummary(first, 0),
            TpceKeys.holdingSummary(first + accounts, 0),
            Integer.MAX_VALUE,
            each);
    for (int i = 0; i < held.size(); i++) {
      Row last = read(transaction, tables.market().lastTrade(), held.get(i));
      assetsCents += shares[held.get(i)] * last.getLong(LastTrade.PRICE);
    }
    Row log = insert(transaction, tables.customers().analytic(), key);
    log.setLong(AnalyticHistory.FIRST_CA_ID, first);
    log.setLong(AnalyticHistory.ACCOUNTS, accounts);
    log.setLong(AnalyticHistory.ASSETS, assetsCents);
    log.setLong(AnalyticHistory.DTS, date);
  }

  /** Returns the total assets of the group, in cents. */
  long assetsCents() {
    return assetsCents;
  }
}
