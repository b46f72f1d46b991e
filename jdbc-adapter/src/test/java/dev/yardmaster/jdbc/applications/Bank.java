package dev.yardmaster.jdbc.applications;

import java.sql.SQLException;

/**
 * An application that transfers money. The bank executes and records each transfer in one
 * transaction. Implementations are thread-safe.
 */
interface Bank extends AutoCloseable {
  /**
   * Executes one transfer without a retry: reads two balances, writes both, and records the
   * transfer.
   *
   * @throws Exception the framework's exception if the transaction did not commit
   */
  void transfer(int payer, int payee, long amount) throws Exception;

  @Override
  void close() throws SQLException;
}
