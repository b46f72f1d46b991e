package dev.yardmaster.jdbc.applications;

/** HikariCP above the drop-in driver, which its URL names. */
class BelowHikariTest extends BankApplicationTest {
  @Override
  Bank open(BankDatabase database) {
    return new JdbcBank(database.pool(database.yardmasterUrl(), connections()));
  }
}
