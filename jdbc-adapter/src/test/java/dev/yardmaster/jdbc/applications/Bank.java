package dev.yardmaster.jdbc.applications;

import java.sql.SQLException;

/** An application that transfers money, each transfer in one recorded transaction. Implementations are thread-safe. */
interface Bank extends AutoCloseable {
  /**
   * Reads two balances, writes both and records the transfer, once and without a retry.
   *
   * @throws Exception the framework's exception if the transaction did not commit
   */
  void transfer(int payer, int payee, long amount) throws Exception;

  @Override
  void close() throws SQLException;
}
