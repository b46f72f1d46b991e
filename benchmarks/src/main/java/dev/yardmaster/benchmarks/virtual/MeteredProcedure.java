package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;

/**
 * A procedure of one round whose runs are counted. A coordinator declares the procedure's keys at
 * the beginning of a run. The procedure's logic runs at the coordinator, and again at the final
 * validation if it is repaired.
 */
record MeteredProcedure<A, R>(Procedure<A, R> procedure, Cores cores) implements Procedure<A, R> {

  @Override
  public String name() {
    return procedure.name();
  }

  @Override
  public void declare(A argument, KeyDeclaration keys) {
    cores.did(PipelineOperation.RUN, 1);
    procedure.declare(argument, keys);
  }

  @Override
  public R execute(A argument, Transaction transaction) {
    cores.executed();
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
