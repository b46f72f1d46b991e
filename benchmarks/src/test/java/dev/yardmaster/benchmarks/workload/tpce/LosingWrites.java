package dev.yardmaster.benchmarks.workload.tpce;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;

/** A transaction that loses its first write to one table, as if its logic had a bug. */
final class LosingWrites extends ForwardingTransaction {

  private final String lost;
  private boolean hasLost;

  LosingWrites(RecordTransaction transaction, String lost) {
    super(transaction);
    this.lost = lost;
  }

  /** Returns whether a write was lost. */
  boolean hasLost() {
    return hasLost;
  }

  private boolean loses(Table table) {
    boolean loses = !hasLost && table.name().equals(lost);
    hasLost |= loses;
    return loses;
  }

  /** Returns a row whose changes are lost. */
  @Override
  public Row update(Table table, long key, byte[] rest) {
    if (!loses(table)) {
      return transaction.update(table, key, rest);
    }
    Row there = transaction.read(table, key, rest);
    if (there == null) {
      hasLost = false;
      return null;
    }
    Row copy = Row.of(table.layout());
    copy.setImage(table.layout(), there.image(table.layout()));
    return copy;
  }

  @Override
  public Row insert(Table table, long key, byte[] rest) {
    return loses(table) ? Row.of(table.layout()) : transaction.insert(table, key, rest);
  }

  @Override
  public Row put(Table table, long key, byte[] rest) {
    return loses(table) ? Row.of(table.layout()) : transaction.put(table, key, rest);
  }

  @Override
  public boolean delete(Table table, long key, byte[] rest) {
    return loses(table) || transaction.delete(table, key, rest);
  }
}
