package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * A transaction on up to 20 trades: listed trades, or the trades of an account or of a security,
 * beginning with a given trade. Only trade-lookup has the frame for lots.
 *
 * <pre>
 *   listed          | type | 0 | count | trade | ...
 *   of an account   | type | 1 | account | first trade |
 *   of a security   | type | 2 | security | first trade |
 *   lots            | type | 3 | account | first trade |
 * </pre>
 */
public abstract class TradesCall extends TpceCall {

  /** The frame that reads listed trades. */
  public static final int LISTED = 0;

  /** The frame that reads the trades of an account. */
  public static final int OF_ACCOUNT = 1;

  /** The frame that reads the trades of a security. */
  public static final int OF_SECURITY = 2;

  /** The frame that reads the history of lots. */
  public static final int LOTS = 3;

  /** The maximum number of trades. */
  public static final int MAX_TRADES = 20;

  private static final int RECORDS_OF_TRADE = 6;

  final TradeRows rows;
  private int frame;
  private int owner;
  private int from;

  TradesCall(TpceType type, TpceTables tables, TpceSettings settings) {
    super(type, tables, settings);
    rows = new TradeRows(tables);
  }

  @Override
  public final void take(int[] inputs, int at) {
    frame = inputs[at + 1];
    if (frame != LISTED) {
      owner = inputs[at + 2];
      from = inputs[at + 3];
      return;
    }
    rows.clear();
    for (int i = 0; i < inputs[at + 2]; i++) {
      rows.add(inputs[at + 3 + i]);
    }
  }

  @Override
  public final int records() {
    return RECORDS_OF_TRADE * MAX_TRADES;
  }

  final int frame() {
    return frame;
  }

  /** Finds the trades, and discards the results of an earlier attempt. */
  final void find(RecordTransaction transaction) {
    rows.begin();
    switch (frame) {
      case LISTED -> {}
      case OF_ACCOUNT -> rows.findOfAccount(transaction, owner, from, MAX_TRADES);
      case OF_SECURITY -> rows.findOfSecurity(transaction, owner, from, MAX_TRADES);
      default -> rows.findOfAccount(transaction, owner, from, 1);
    }
  }
}
