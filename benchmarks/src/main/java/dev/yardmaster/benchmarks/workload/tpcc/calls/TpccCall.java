package dev.yardmaster.benchmarks.workload.tpcc.calls;

import dev.yardmaster.benchmarks.workload.records.RowCall;
import dev.yardmaster.benchmarks.workload.tpcc.TpccInputs;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.protocol.TransactionGroup;

/**
 * A TPC-C transaction, with its arguments and its own scratch memory. Dates are numbers that
 * increase with each of a client's transactions; 0 denotes no date.
 */
public abstract class TpccCall extends RowCall {

  /** The mean number of lines of an order. */
  static final int MEAN_LINES = (NewOrder.MIN_LINES + NewOrder.MAX_LINES) / 2;

  final TpccTables tables;
  private final TransactionGroup group;
  public long date;

  /** Creates a transaction without a group. */
  TpccCall(TpccTables tables) {
    this(tables, TransactionGroup.NONE);
  }

  TpccCall(TpccTables tables, TransactionGroup group) {
    this.tables = tables;
    this.group = group;
  }

  @Override
  public final TransactionGroup group() {
    return group;
  }

  /**
   * Sets the arguments of the transaction.
   *
   * @param inputs arguments in the form of {@link TpccInputs}; the arguments of this transaction
   *     begin at the index {@code at}
   */
  public abstract void take(int[] inputs, int at);

  /** Gives this call back to the pool of its type. */
  public abstract void giveBackTo(TpccCalls pools);
}
