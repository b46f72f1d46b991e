package dev.yardmaster.workloads;

import dev.yardmaster.api.Procedure;
import java.util.HashMap;
import java.util.Map;

/**
 * The number of commits of each procedure in one run, and the sums of their results. Only one
 * thread at a time may use an instance.
 */
public final class Commits {

  private final Map<String, Total> totals = new HashMap<>();

  private static final class Total {
    private long count;
    private long sum;
  }

  Commits() {}

  void add(String procedure, Object result) {
    Total total = totals.computeIfAbsent(procedure, none -> new Total());
    total.count++;
    if (result instanceof Number number) {
      total.sum += number.longValue();
    }
  }

  void addAll(Commits other) {
    other.totals.forEach(
        (procedure, more) -> {
          Total total = totals.computeIfAbsent(procedure, none -> new Total());
          total.count += more.count;
          total.sum += more.sum;
        });
  }

  /** Returns the number of committed transactions of a procedure. */
  public long count(Procedure<?, ?> procedure) {
    Total total = totals.get(procedure.name());
    return total == null ? 0 : total.count;
  }

  /** Returns the sum of the results of a procedure's committed transactions. */
  public long sum(Procedure<?, ? extends Number> procedure) {
    Total total = totals.get(procedure.name());
    return total == null ? 0 : total.sum;
  }
}
