package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;

/**
 * A procedure of one round whose runs are noted. Its keys are declared where a coordinator begins a run; it is
 * executed there, and at the final validation where it is repaired.
 */
record MeteredProcedure<A, R>(Procedure<A, R> procedure, RunMeter meter)
    implements Procedure<A, R> {

  /** Takes note of runs. */
  interface RunMeter {

    /** A coordinator begins a run. */
    void begun();

    /** The logic runs, wherever that is. */
    void executed();
  }

  @Override
  public String name() {
    return procedure.name();
  }

  @Override
  public void declare(A argument, KeyDeclaration keys) {
    meter.begun();
    procedure.declare(argument, keys);
  }

  @Override
  public R execute(A argument, Transaction transaction) {
    meter.executed();
    return procedure.execute(argument, transaction);
  }

  @Override
  public ValueCodec<A> argumentCodec() {
    return procedure.argumentCodec();
  }

  @Override
  public ValueCodec<R> resultCodec() {
    return procedure.resultCodec();
  }
}
