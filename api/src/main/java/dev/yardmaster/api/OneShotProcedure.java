package dev.yardmaster.api;

/**
 * The procedure that runs one-shot transactions. The service's threads run a one-shot transaction,
 * and run it again after a conflict.
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
