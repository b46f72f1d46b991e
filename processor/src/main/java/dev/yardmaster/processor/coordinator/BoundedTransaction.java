package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.DeclaredTransaction;
import org.agrona.concurrent.NanoClock;

/**
 * A procedure's run with a time limit. One in {@value #ACCESSES_BETWEEN_LOOKS} accesses reads the
 * clock, and throws an exception if the time limit has passed. Between these accesses, nothing
 * interrupts the procedure's code.
 */
final class BoundedTransaction extends DeclaredTransaction {

  private static final int ACCESSES_BETWEEN_LOOKS = 32;

  private final NanoClock clock;
  private final long beganNs;
  private final long budgetNs;
  private int accesses;
  private boolean overdue;

  BoundedTransaction(
      RunBuffer run,
      String procedure,
      int maxValueBytes,
      NanoClock clock,
      long beganNs,
      long budgetNs) {
    super(run, procedure, maxValueBytes);
    this.clock = clock;
    this.beganNs = beganNs;
    this.budgetNs = budgetNs;
  }

  /** Returns whether the time limit passed before the run ended. */
  boolean isOverdue() {
    return overdue;
  }

  @Override
  protected byte[] current(Key key) {
    look();
    return super.current(key);
  }

  @Override
  protected void buffer(Key key, byte[] value) {
    look();
    super.buffer(key, value);
  }

  private void look() {
    if (++accesses % ACCESSES_BETWEEN_LOOKS == 0 && clock.nanoTime() - beganNs >= budgetNs) {
      overdue = true;
      throw new YardmasterException(ErrorCode.TRANSACTION_OVER, "the time for a repair is over");
    }
  }
}
