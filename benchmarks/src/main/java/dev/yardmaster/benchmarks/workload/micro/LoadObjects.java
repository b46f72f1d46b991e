package dev.yardmaster.benchmarks.workload.micro;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.workloads.Span;

/** A procedure that creates a span of objects with the value 0. */
final class LoadObjects implements Procedure<Span, Integer> {

  static final LoadObjects PROCEDURE = new LoadObjects();

  private LoadObjects() {}

  @Override
  public String name() {
    return "micro.load";
  }

  @Override
  public void declare(Span span, KeyDeclaration keys) {
    for (int i = 0; i < span.count(); i++) {
      keys.write(Key.of(Micro.TABLE, span.first() + i));
    }
  }

  @Override
  public Integer execute(Span span, Transaction transaction) {
    for (int i = 0; i < span.count(); i++) {
      transaction.putLong(Key.of(Micro.TABLE, span.first() + i), 0);
    }
    return span.count();
  }
}
