package dev.yardmaster.workloads.tatp;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.workloads.tatp.TatpTables.SubscriberId;

/**
 * A transaction that first reads the subscriber's id by the telephone number, in a separate round
 * of reads.
 */
abstract class ByNumber extends TatpProcedure {

  ByNumber(String name) {
    super(name);
  }

  abstract void declareFor(long subscriber, Argument argument, KeyDeclaration keys);

  abstract int executeFor(long subscriber, Argument argument, Transaction transaction);

  @Override
  public final void declare(Argument argument, KeyDeclaration keys) {
    keys.read(TatpTables.NUMBERS.key(argument.number()));
  }

  @Override
  public final void declareNext(Argument argument, Reads soFar, KeyDeclaration keys) {
    SubscriberId found = TatpTables.NUMBERS.get(soFar, argument.number());
    if (found != null) {
      declareFor(found.id(), argument, keys);
    }
  }

  @Override
  public final Integer execute(Argument argument, Transaction transaction) {
    SubscriberId found = TatpTables.NUMBERS.get(transaction, argument.number());
    if (found == null) {
      throw notFound(transaction);
    }
    return executeFor(found.id(), argument, transaction);
  }
}
