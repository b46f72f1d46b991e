package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Trade;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.CustomerAccount;
import dev.yardmaster.benchmarks.workload.tpce.schema.Choices;
import dev.yardmaster.benchmarks.workload.tpce.schema.Customers;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/**
 * Reads the assets of a customer's accounts, and in half of the cases the last trades of one
 * account (clause 3.3.2).
 *
 * <pre>
 *   | type | customer | by tax id 0 or 1 | place of the account, or -1 without its trades |
 * </pre>
 */
public final class CustomerPosition extends TpceCall {

  private static final int MAX_TRADES = 10;
  private static final int RECORDS_OF_ACCOUNT = 20;

  private final RowVisitor each = this::visitAccount;
  private final Numbers accounts = new Numbers();
  private final Positions positions;
  private final TradeRows trades;
  private int customer;
  private boolean isByTaxId;
  private int place;
  private long assetsCents;

  CustomerPosition(TpceTables tables, TpceSettings settings) {
    super(TpceType.CUSTOMER_POSITION, tables, settings);
    positions = new Positions(tables);
    trades = new TradeRows(tables);
  }

  @Override
  public void take(int[] inputs, int at) {
    customer = inputs[at + 1];
    isByTaxId = inputs[at + 2] == 1;
    place = inputs[at + 3];
  }

  @Override
  public void giveBackTo(TpceCalls pools) {
    pools.customerPositions.giveBack(this);
  }

  @Override
  public int records() {
    return RECORDS_OF_ACCOUNT * Customers.accounts(customer);
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public void declare(KeyHints keys) {
    keys.read(tables.customers().customer(), customer);
  }

  private boolean visitAccount(long key, byte[] rest, Row row) {
    accounts.add((int) row.getLong(IndexEntry.NUMBER));
    return true;
  }

  @Override
  public void run(RecordTransaction transaction) {
    assetsCents = 0;
    int found = customer;
    if (isByTaxId) {
      long taxId = Choices.scattered(customer);
      found =
          (int) read(transaction, tables.customers().byTaxId(), taxId).getLong(IndexEntry.NUMBER);
    }
    read(transaction, tables.customers().customer(), found);
    accounts.clear();
    var unused =
        transaction.scan(
            tables.customers().accountsOf(),
            TpceKeys.customerAccount(found, 0),
            TpceKeys.customerAccount(found + 1, 0),
            Integer.MAX_VALUE,
            each);
    for (int i = 0; i < accounts.size(); i++) {
      Row account = read(transaction, tables.customers().account(), accounts.get(i));
      positions.read(transaction, accounts.get(i));
      assetsCents += account.getLong(CustomerAccount.BAL) + positions.valueCents(transaction);
    }
    if (place >= 0) {
      readTrades(transaction, accounts.get(place));
    }
  }

  private void readTrades(RecordTransaction transaction, int account) {
    trades.findLastOfAccount(transaction, account, MAX_TRADES);
    for (int i = 0; i < trades.count(); i++) {
      Row trade = read(transaction, tables.brokers().trade(), trades.get(i));
      read(transaction, tables.reference().status(), trade.getLong(Trade.ST_ID));
      trades.readSteps(transaction, trades.get(i));
    }
  }

  /** Returns the assets of all accounts, in cents. */
  long assetsCents() {
    return assetsCents;
  }
}
