package dev.yardmaster.jdbc.applications;

/** Tests HikariCP above the drop-in driver. The pool's URL names the driver. */
class BelowHikariTest extends BankApplicationTest {
  @Override
  Bank open(BankDatabase database) {
    return new JdbcBank(database.pool(database.yardmasterUrl(), connections()));
  }
}
