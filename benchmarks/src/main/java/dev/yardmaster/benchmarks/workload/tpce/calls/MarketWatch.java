package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.WatchItem;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.WatchList;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.DailyMarket;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.LastTrade;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Security;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/**
 * Compares the current value of securities with their value on an earlier day (clause 3.3.4). The
 * securities come from a watch list, an account, or an industry.
 *
 * <pre>
 *   | type | watched | customer, account or industry | day | first company | last company |
 * </pre>
 */
public final class MarketWatch extends TpceCall {

  /** The securities of a customer's watch list. */
  public static final int OF_WATCH_LIST = 0;

  /** The securities of an account's positions. */
  public static final int OF_ACCOUNT = 1;

  /** The securities of the companies of an industry, in a range of companies. */
  public static final int OF_INDUSTRY = 2;

  private static final int MEAN_RECORDS = 200;

  private final RowVisitor eachItem = this::visitItem;
  private final RowVisitor eachCompany = this::visitCompany;
  private final RowVisitor eachSecurity = this::visitSecurity;
  private final Positions positions;
  private final Numbers watched = new Numbers();
  private final Numbers companies = new Numbers();
  private int kind;
  private int number;
  private int day;
  private int firstCompany;
  private int lastCompany;
  private long oldCents;
  private long newCents;

  MarketWatch(TpceTables tables, TpceSettings settings) {
    super(TpceType.MARKET_WATCH, tables, settings);
    positions = new Positions(tables);
  }

  @Override
  public void take(int[] inputs, int at) {
    kind = inputs[at + 1];
    number = inputs[at + 2];
    day = inputs[at + 3];
    firstCompany = inputs[at + 4];
    lastCompany = inputs[at + 5];
  }

  @Override
  public void giveBackTo(TpceCalls pools) {
    pools.marketWatches.giveBack(this);
  }

  @Override
  public int records() {
    return MEAN_RECORDS;
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  private boolean visitItem(long key, byte[] rest, Row row) {
    watched.add((int) row.getLong(WatchItem.S_SYMB));
    return true;
  }

  private boolean visitCompany(long key, byte[] rest, Row row) {
    companies.add((int) row.getLong(IndexEntry.NUMBER));
    return true;
  }

  private boolean visitSecurity(long key, byte[] rest, Row row) {
    watched.add((int) row.getLong(IndexEntry.NUMBER));
    return true;
  }

  @Override
  public void run(RecordTransaction transaction) {
    oldCents = 0;
    newCents = 0;
    Numbers securities = watched;
    watched.clear();
    switch (kind) {
      case OF_WATCH_LIST -> findOfWatchList(transaction);
      case OF_ACCOUNT -> {
        positions.read(transaction, number);
        securities = positions.securities();
      }
      default -> findOfIndustry(transaction);
    }
    for (int i = 0; i < securities.size(); i++) {
      compare(transaction, securities.get(i));
    }
  }

  private void findOfWatchList(RecordTransaction transaction) {
    Row list = read(transaction, tables.customers().watchList(), number);
    int found = (int) list.getLong(WatchList.WL_ID);
    var unused =
        transaction.scan(
            tables.customers().watchItem(),
            TpceKeys.watchItem(found, 0),
            TpceKeys.watchItem(found + 1, 0),
            Integer.MAX_VALUE,
            eachItem);
  }

  private void findOfIndustry(RecordTransaction transaction) {
    companies.clear();
    read(transaction, tables.market().industry(), number);
    var unused =
        transaction.scan(
            tables.market().industryCompany(),
            TpceKeys.industryCompany(number, firstCompany),
            TpceKeys.industryCompany(number, lastCompany + 1),
            Integer.MAX_VALUE,
            eachCompany);
    for (int i = 0; i < companies.size(); i++) {
      var unusedToo =
          transaction.scan(
              tables.market().companySecurity(),
              TpceKeys.companySecurity(companies.get(i), 0),
              TpceKeys.companySecurity(companies.get(i) + 1, 0),
              Integer.MAX_VALUE,
              eachSecurity);
    }
  }

  private void compare(RecordTransaction transaction, int security) {
    Row last = read(transaction, tables.market().lastTrade(), security);
    long shares = read(transaction, tables.market().security(), security).getLong(Security.NUM_OUT);
    long key = TpceKeys.dailyMarket(security, day);
    Row daily = read(transaction, tables.market().dailyMarket(), key);
    oldCents += shares * daily.getLong(DailyMarket.CLOSE);
    newCents += shares * last.getLong(LastTrade.PRICE);
  }

  /** Returns the change of the securities' value, in percent; 0 without securities. */
  double changePercent() {
    return oldCents == 0 ? 0 : 100.0 * (newCents - oldCents) / oldCents;
  }
}
