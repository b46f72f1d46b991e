package dev.yardmaster.api;

/**
 * Runs one-shot transactions as a procedure, so the service's threads run a transaction, and run it
 * again after a conflict.
 */
final class OneShotProcedure implements Procedure<OneShot, OneShot.Result> {

  @Override
  public String name() {
    return "yardmaster.one-shot";
  }

  @Override
  public void declare(OneShot oneShot, KeyDeclaration keys) {
    oneShot.declare(keys);
  }

  @Override
  public OneShot.Result execute(OneShot oneShot, Transaction transaction) {
    return oneShot.run(transaction);
  }

  @Override
  public ValueCodec<OneShot.Result> resultCodec() {
    return OneShotResultCodec.INSTANCE;
  }
}
