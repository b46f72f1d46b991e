package dev.yardmaster.benchmarks.workload.micro;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import java.util.List;

/** Reads some objects and writes the transaction's number to some; gives the sum of those read. */
final class ReadWrite implements Procedure<ReadWrite.Argument, Long> {

  static final ReadWrite PROCEDURE = new ReadWrite();

  /** The objects of a transaction. */
  record Keys(List<Key> reads, List<Key> writes) {}

  /** The objects, and the number that is unique over a run and never 0. */
  record Argument(Keys keys, long number) {}

  private ReadWrite() {}

  @Override
  public String name() {
    return "micro.read-write";
  }

  @Override
  public void declare(Argument argument, KeyDeclaration keys) {
    for (Key key : argument.keys().reads()) {
      keys.read(key);
    }
    for (Key key : argument.keys().writes()) {
      keys.write(key);
    }
  }

  @Override
  public Long execute(Argument argument, Transaction transaction) {
    long sum = 0;
    for (Key key : argument.keys().reads()) {
      sum += transaction.getLong(key);
    }
    for (Key key : argument.keys().writes()) {
      transaction.putLong(key, argument.number());
    }
    return sum;
  }
}
