package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.benchmarks.workload.records.RecordClient;
import java.util.function.LongSupplier;

/**
 * Supplies a worker with the transactions of its own client, one at a time, without a scheduler.
 */
final class UnscheduledCalls implements CallSource {

  private final RecordClient client;
  private final LongSupplier clockNs;
  private final DispatchedCall call = new DispatchedCall();

  UnscheduledCalls(RecordClient client, LongSupplier clockNs) {
    this.client = client;
    this.clockNs = clockNs;
  }

  @Override
  public DispatchedCall next() {
    call.call = client.next();
    call.arrivedNs = clockNs.getAsLong();
    return call;
  }

  @Override
  public void enter(int phase) {
    client.enter(phase);
  }

  @Override
  public void ended(DispatchedCall ended, boolean committed) {
    client.ended(ended.call, committed);
  }
}
