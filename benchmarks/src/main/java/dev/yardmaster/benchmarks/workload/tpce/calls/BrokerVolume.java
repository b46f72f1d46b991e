package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.TradeRequest;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Company;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Industry;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Security;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/**
 * Sums up the limit orders of some brokers for the securities of a sector (clause 3.3.1).
 *
 * <pre>
 *   | type | sector | count | number of a broker's name | ...
 * </pre>
 */
public final class BrokerVolume extends TpceCall {

  /** The maximum number of brokers. */
  public static final int MAX_BROKERS = 40;

  private static final int RECORDS_OF_BROKER = 4;

  private final int[] names = new int[MAX_BROKERS];
  private final RowVisitor each = this::visitRequest;
  private final Numbers trades = new Numbers();
  private final Numbers securities = new Numbers();
  private int sector;
  private int count;
  private long volumeCents;

  BrokerVolume(TpceTables tables, TpceSettings settings) {
    super(TpceType.BROKER_VOLUME, tables, settings);
  }

  @Override
  public void take(int[] inputs, int at) {
    sector = inputs[at + 1];
    count = inputs[at + 2];
    System.arraycopy(inputs, at + 3, names, 0, count);
  }

  @Override
  public void giveBackTo(TpceCalls pools) {
    pools.brokerVolumes.giveBack(this);
  }

  @Override
  public int records() {
    return RECORDS_OF_BROKER * count;
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  private boolean visitRequest(long key, byte[] rest, Row row) {
    trades.add(TpceKeys.lastTradeOf(key));
    securities.add((int) row.getLong(IndexEntry.NUMBER));
    return true;
  }

  @Override
  public void run(RecordTransaction transaction) {
    volumeCents = 0;
    read(transaction, tables.market().sector(), sector);
    for (int i = 0; i < count; i++) {
      Row found = read(transaction, tables.brokers().byName(), names[i]);
      int broker = (int) found.getLong(IndexEntry.NUMBER);
      read(transaction, tables.brokers().broker(), broker);
      trades.clear();
      securities.clear();
      var unused =
          transaction.scan(
              tables.brokers().requestOf(),
              TpceKeys.brokerRequest(broker, 0),
              TpceKeys.brokerRequest(broker + 1, 0),
              Integer.MAX_VALUE,
              each);
      for (int j = 0; j < trades.size(); j++) {
        add(transaction, trades.get(j), securities.get(j));
      }
    }
  }

  private void add(RecordTransaction transaction, int trade, int security) {
    long company = read(transaction, tables.market().security(), security).getLong(Security.CO_ID);
    long industry = read(transaction, tables.market().company(), company).getLong(Company.IN_ID);
    Row found = read(transaction, tables.market().industry(), industry);
    if (found.getLong(Industry.SC_ID) == sector) {
      long key = TpceKeys.securityTrade(security, trade);
      Row request = read(transaction, tables.brokers().request(), key);
      volumeCents += request.getLong(TradeRequest.QTY) * request.getLong(TradeRequest.BID_PRICE);
    }
  }

  /** Returns the volume of the brokers' limit orders in the sector, in cents. */
  long volumeCents() {
    return volumeCents;
  }
}
