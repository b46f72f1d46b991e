package dev.yardmaster.api;

/** Runs one-shot transactions; a procedure, so that the service's own threads can run it again. */
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
