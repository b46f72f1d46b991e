package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.benchmarks.workload.records.DrawnPhases;
import dev.yardmaster.benchmarks.workload.records.InFlight;
import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.benchmarks.workload.tpcc.calls.Delivery;
import dev.yardmaster.benchmarks.workload.tpcc.calls.NewOrder;
import dev.yardmaster.benchmarks.workload.tpcc.calls.PayingCall;
import dev.yardmaster.benchmarks.workload.tpcc.calls.Payment;
import dev.yardmaster.benchmarks.workload.tpcc.calls.TopShopper;
import dev.yardmaster.benchmarks.workload.tpcc.calls.TpccCall;
import dev.yardmaster.benchmarks.workload.tpcc.calls.TpccCalls;
import dev.yardmaster.benchmarks.workload.tpcc.load.TpccLoader;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.table.Row;
import java.util.List;

/** A client of TPC-C, with the effects that its transactions have reported. */
final class TpccClient implements RecordClient {

  private final int index;
  private final DrawnPhases drawn;
  private final TpccCalls calls;
  private final InFlight inFlight = new InFlight();
  private long begun;
  private long newOrders;
  private long delivered;
  private long payments;
  private long rewards;

  TpccClient(List<TpccSettings> phases, TpccTables tables, int index) {
    this.index = index;
    drawn = new DrawnPhases(phases.stream().map(phase -> TpccInputs.draw(phase, index)).toList());
    calls = new TpccCalls(tables, phases.get(0));
  }

  /**
   * Creates a client that continues after the transactions of an earlier client with the same
   * index.
   *
   * @param row the earlier client's row of the {@link TpccLedger}
   */
  void resume(Row row) {
    begun = row.getLong(TpccLedger.BEGUN);
    newOrders = row.getLong(TpccLedger.NEW_ORDERS);
    payments = row.getLong(TpccLedger.PAYMENTS);
    delivered = row.getLong(TpccLedger.DELIVERED);
  }

  @Override
  public void enter(int phase) {
    drawn.enter(phase);
  }

  @Override
  public RecordCall next() {
    inFlight.begin();
    int[] inputs = drawn.values();
    int at = drawn.next();
    TpccCall call = calls.take(inputs[at]);
    call.take(inputs, at);
    begun++;
    call.date = TpccLoader.LOAD_DATE + begun;
    if (call instanceof PayingCall paying) {
      paying.takeHistoryKey(TpccKeys.history(index, begun));
    }
    return call;
  }

  @Override
  public void ended(RecordCall call, boolean committed) {
    if (committed) {
      count(call);
    }
    inFlight.end();
    ((TpccCall) call).giveBackTo(calls);
  }

  private void count(RecordCall call) {
    if (call instanceof NewOrder) {
      newOrders++;
    } else if (call instanceof Payment) {
      payments++;
    } else if (call instanceof Delivery delivery) {
      delivered += delivery.delivered();
    } else if (call instanceof TopShopper) {
      rewards++;
    }
  }

  int index() {
    return index;
  }

  /**
   * Returns the number of transactions that the client has begun. The number identifies the last
   * transaction; keys of the table HISTORY contain such numbers.
   */
  long begun() {
    return begun;
  }

  /** Returns the number of committed new orders. */
  long newOrders() {
    return newOrders;
  }

  /** Returns the number of committed payments. */
  long payments() {
    return payments;
  }

  /** Returns the number of committed rewards of top shoppers. */
  long rewards() {
    return rewards;
  }

  /** Returns the number of orders that committed deliveries have delivered. */
  long delivered() {
    return delivered;
  }
}
