package dev.yardmaster.benchmarks.workload.tpce.schema;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;

/**
 * Creates tables of a database. Tables that are read by ranges are ordered, and the others are
 * hashed. The tables are divided into logical ranges, so that the validation of a scan over one
 * account or security ignores writes to other accounts or securities.
 */
record TableFactory(Database database, TpceSettings settings) {

  private static final int RANGES = 1_024;

  /**
   * The divisor for the estimate of inserts into a hashed table: at most one transaction in this
   * number of transactions inserts into the table.
   */
  private static final int TRANSACTIONS_OF_INSERT = 5;

  /**
   * The trade numbers that clients assign have gaps. Therefore the range of these numbers is
   * estimated as the number of transactions multiplied by this factor.
   */
  private static final int NUMBERS_OF_TRANSACTION = 16;

  Table hashed(String name, RowLayout layout, int records) {
    return database.create(TableDefinition.hashed(name, layout, records));
  }

  Table ordered(String name, RowLayout layout, KeyRanges ranges) {
    return database.create(TableDefinition.ordered(name, layout).dividedInto(ranges));
  }

  /**
   * Returns the expected number of records of a table: the loaded records plus the expected
   * inserts.
   */
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

  /**
   * Returns ranges for the loaded trades, and for the trades that the expected transactions submit.
   */
  KeyRanges byTrade(long keysOfOne) {
    long submitted = (long) NUMBERS_OF_TRANSACTION * settings.expectedTransactions();
    return dividing((int) Math.min(Integer.MAX_VALUE, settings.trades() + submitted), keysOfOne);
  }

  private static KeyRanges dividing(int count, long keysOfOne) {
    int ofOneRange = (count - 1) / RANGES + 1;
    return new KeyRanges(0, ofOneRange * keysOfOne, (count - 1) / ofOneRange + 1);
  }
}
