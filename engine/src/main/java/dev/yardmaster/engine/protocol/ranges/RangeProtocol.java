package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.HeaderProtocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;

/**
 * What the schemes have in common: commit timestamps of one counter, and {@link RangeControl}. They
 * differ in how scans are validated, and in nothing else.
 */
abstract class RangeProtocol extends HeaderProtocol {

  private final CommitClock clock = new CommitClock();

  RangeProtocol(int workers) {
    super(workers);
  }

  final CommitClock clock() {
    return clock;
  }

  /** How a worker validates scans. */
  abstract ScanValidation validation(WorkerContext worker);

  @Override
  public final Access newAccess() {
    return new OptimisticAccess();
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return new RangeControl(worker, clock, validation(worker));
  }
}
