package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.engine.schedule.Precedence;

/**
 * Supplies a worker with the transactions of its own client. Attempts wait for a conflicting
 * transaction that has precedence.
 */
record PrecedenceCalls(CallSource source, Precedence.OfWorker precedence) implements CallSource {

  @Override
  public DispatchedCall next() {
    return source.next();
  }

  @Override
  public void begin(DispatchedCall call) {
    precedence.begin(call);
  }

  @Override
  public void again(DispatchedCall call, int restarts) {
    precedence.again(call, restarts);
  }

  @Override
  public void enter(int phase) {
    source.enter(phase);
  }

  @Override
  public void ended(DispatchedCall call, boolean committed) {
    precedence.ended();
    source.ended(call, committed);
  }
}
