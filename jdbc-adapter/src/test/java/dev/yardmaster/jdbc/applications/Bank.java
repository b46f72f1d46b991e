package dev.yardmaster.jdbc.applications;

import java.sql.SQLException;

/** An application: transfers of money, each one transaction that leaves its trace. Any thread. */
interface Bank extends AutoCloseable {
  /**
   * Reads two balances, writes both and notes the transfer, once and without a retry.
   *
   * @throws Exception what the framework throws when the transaction did not commit
   */
  void transfer(int payer, int payee, long amount) throws Exception;

  @Override
  void close() throws SQLException;
}
