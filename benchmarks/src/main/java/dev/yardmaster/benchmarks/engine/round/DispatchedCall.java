package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * A transaction in progress, with its client and the time of its arrival. Instances are reused; one
 * thread at a time uses an instance.
 */
final class DispatchedCall implements RecordLogic {

  RecordCall call;
  int client;
  long arrivedNs;

  /** Whether the transaction committed; valid until the client has read this field. */
  boolean committed;

  @Override
  public void declare(KeyHints keys) {
    call.declare(keys);
  }

  @Override
  public TransactionGroup group() {
    return call.group();
  }

  @Override
  public boolean isReadOnly() {
    return call.isReadOnly();
  }

  @Override
  public Isolation isolation() {
    return call.isolation();
  }

  @Override
  public void run(RecordTransaction transaction) {
    call.run(transaction);
  }
}
