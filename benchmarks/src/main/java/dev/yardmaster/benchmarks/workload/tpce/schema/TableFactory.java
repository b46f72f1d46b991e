package dev.yardmaster.benchmarks.workload.tpce.schema;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;

/**
 * Creates tables of a database. Tables that are read by ranges are ordered, and the others are
 * hashed. The logical ranges keep range validation from confusing writes of one account or security
 * with scans of another.
 */
record TableFactory(Database database, TpceSettings settings) {

  private static final int RANGES = 1_024;

  /** At most one in this number of transactions inserts into the same hashed table. */
  private static final int TRANSACTIONS_OF_INSERT = 5;

  /**
   * The numbers of submitted trades have gaps between the clients, so they take this many times the
   * room of the transactions.
   */
  private static final int NUMBERS_OF_TRANSACTION = 16;

  Table hashed(String name, RowLayout layout, int records) {
    return database.create(TableDefinition.hashed(name, layout, records));
  }

  Table ordered(String name, RowLayout layout, KeyRanges ranges) {
    return database.create(TableDefinition.ordered(name, layout).dividedInto(ranges));
  }

  /** Returns a number of records to which the expected inserts have been added. */
  int growing(int loaded) {
    return Math.max(1, loaded + settings.expectedTransactions() / TRANSACTIONS_OF_INSERT);
  }

  KeyRanges byCustomer(long keysOfOne) {
    return dividing(settings.customers(), keysOfOne);
  }

  KeyRanges byAccount(long keysOfOne) {
    return dividing(settings.accounts(), keysOfOne);
  }

  KeyRanges bySecurity(long keysOfOne) {
    return dividing(settings.securities(), keysOfOne);
  }

  KeyRanges byBroker(long keysOfOne) {
    return dividing(settings.brokers(), keysOfOne);
  }

  /** Returns ranges for the loaded trades and those that the expected transactions submit. */
  KeyRanges byTrade(long keysOfOne) {
    long submitted = (long) NUMBERS_OF_TRANSACTION * settings.expectedTransactions();
    return dividing((int) Math.min(Integer.MAX_VALUE, settings.trades() + submitted), keysOfOne);
  }

  private static KeyRanges dividing(int count, long keysOfOne) {
    int ofOneRange = (count - 1) / RANGES + 1;
    return new KeyRanges(0, ofOneRange * keysOfOne, (count - 1) / ofOneRange + 1);
  }
}
