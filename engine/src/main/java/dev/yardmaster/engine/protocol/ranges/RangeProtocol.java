package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.HeaderProtocol;
import dev.yardmaster.engine.protocol.Mixing;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;

/**
 * The common code of the protocols that validate scans by ranges: commit timestamps from one
 * counter, and {@link RangeControl}. The protocols differ only in how they validate scans.
 */
abstract class RangeProtocol extends HeaderProtocol {

  private final CommitClock clock = new CommitClock();

  RangeProtocol(int workers) {
    super(workers);
  }

  final CommitClock clock() {
    return clock;
  }

  /** Returns a worker's validation of scans. */
  abstract ScanValidation validation(WorkerContext worker);

  @Override
  public Mixing mixing() {
    return Mixing.impossible("it validates scans by its own lists of writers");
  }

  @Override
  public final Access newAccess() {
    return new OptimisticAccess();
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return new RangeControl(worker, clock, validation(worker));
  }
}
