package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.records.RowCall;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.TradeHistory;
import dev.yardmaster.benchmarks.workload.tpce.schema.Prices;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeStatus;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * A TPC-E transaction, with its arguments and its own scratch memory. Dates are numbers that
 * increase with each of a client's transactions, and are above the dates of loaded trades.
 */
public abstract class TpceCall extends RowCall {

  /** The number of transactions of a client after which prices change. */
  private static final int DATES_OF_PRICE = 16;

  final TpceTables tables;
  final TpceSettings settings;
  private final TpceType type;
  long date;

  TpceCall(TpceType type, TpceTables tables, TpceSettings settings) {
    this.type = type;
    this.tables = tables;
    this.settings = settings;
  }

  /**
   * Sets the arguments of the transaction.
   *
   * @param inputs arguments in the form that the class of the transaction states; the arguments of
   *     this transaction begin with its type at the index {@code at}
   */
  public abstract void take(int[] inputs, int at);

  /** Sets the date of the transaction. */
  public final void takeDate(long newDate) {
    date = newDate;
  }

  /** Returns the transaction to the pool of its type. */
  public abstract void giveBackTo(TpceCalls pools);

  @Override
  public final String type() {
    return type.label();
  }

  /** Returns the market's current price of a share, in cents. */
  final int marketCents(int security) {
    return Prices.cents(security, date / DATES_OF_PRICE);
  }

  /** Inserts a row that records a step (a change of status) of a trade. */
  final void insertStep(RecordTransaction transaction, int trade, TradeStatus status) {
    insert(transaction, tables.brokers().history(), TpceKeys.tradeHistory(trade, status.id()))
        .setLong(TradeHistory.DTS, date);
  }
}
