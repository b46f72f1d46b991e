package dev.yardmaster.api;

/** Runs one-shot transactions. As a procedure it runs, and runs again, on the service's threads. */
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
