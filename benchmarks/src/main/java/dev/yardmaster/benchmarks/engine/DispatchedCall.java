package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.engine.schedule.DeclaredLogic;
import dev.yardmaster.engine.schedule.KeyHints;
import dev.yardmaster.engine.transaction.RecordTransaction;

/** A transaction on its way: whose it is, and since when. Reused; one thread at a time. */
final class DispatchedCall implements DeclaredLogic {

  RecordCall call;
  int client;
  long arrivedNs;

  /** How it ended, until its client learns of it. */
  boolean committed;

  @Override
  public void declare(KeyHints keys) {
    call.declare(keys);
  }

  @Override
  public void run(RecordTransaction transaction) {
    call.run(transaction);
  }
}
