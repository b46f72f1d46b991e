package dev.yardmaster.benchmarks.workload.micro;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.workloads.Span;
import java.util.List;
import java.util.stream.LongStream;

/** A procedure that reads a span of objects. */
final class ReadObjects implements Procedure<Span, List<Long>> {

  static final ReadObjects PROCEDURE = new ReadObjects();

  private ReadObjects() {}

  @Override
  public String name() {
    return "micro.read-back";
  }

  @Override
  public void declare(Span span, KeyDeclaration keys) {
    for (int i = 0; i < span.count(); i++) {
      keys.read(Key.of(Micro.TABLE, span.first() + i));
    }
  }

  @Override
  public List<Long> execute(Span span, Transaction transaction) {
    return LongStream.range(0, span.count())
        .mapToObj(i -> transaction.getLong(Key.of(Micro.TABLE, span.first() + i)))
        .toList();
  }
}
