package dev.yardmaster.workloads.tatp;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;

/**
 * One of the seven transactions. All transactions have an argument of the same type, and each of
 * them uses a part of it. A transaction that does not find its row aborts; the specification counts
 * it as unsuccessful. The result is the change of the number of forwardings.
 */
abstract class TatpProcedure implements Procedure<TatpProcedure.Argument, Integer> {

  /**
   * The random inputs.
   *
   * @param type a type of access or facility, 1 to 4
   * @param startTime 0, 8 or 16
   * @param endTime the end of a time interval, in hours
   * @param value a new value, whose range depends on the transaction
   */
  record Argument(long subscriber, int type, int startTime, int endTime, int value) {

    String number() {
      return TatpTables.number(subscriber);
    }
  }

  private final String name;

  TatpProcedure(String name) {
    this.name = "tatp." + name;
  }

  @Override
  public final String name() {
    return name;
  }

  static RuntimeException notFound(Transaction transaction) {
    return transaction.abort("no such row");
  }
}
