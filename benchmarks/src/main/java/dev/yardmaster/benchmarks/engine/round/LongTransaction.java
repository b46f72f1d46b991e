package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import java.util.function.LongConsumer;

/**
 * Runs another transaction's logic, and then waits for a think time before the commit. A worker
 * reuses the object for its successive transactions.
 */
final class LongTransaction implements RecordLogic {

  private final long thinkNs;
  private final LongConsumer think;
  private RecordLogic logic;

  /**
   * Creates the logic.
   *
   * @param think waits for the given time in ns
   */
  LongTransaction(long thinkNs, LongConsumer think) {
    this.thinkNs = thinkNs;
    this.think = think;
  }

  /** Returns this object with the logic of the next transaction. */
  RecordLogic of(RecordLogic next) {
    logic = next;
    return this;
  }

  @Override
  public boolean isReadOnly() {
    return logic.isReadOnly();
  }

  @Override
  public Isolation isolation() {
    return logic.isolation();
  }

  @Override
  public TransactionGroup group() {
    return logic.group();
  }

  @Override
  public void declare(KeyHints into) {
    logic.declare(into);
  }

  @Override
  public void run(RecordTransaction transaction) {
    logic.run(transaction);
    think.accept(thinkNs);
  }
}
