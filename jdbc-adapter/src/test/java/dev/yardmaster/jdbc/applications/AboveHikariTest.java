package dev.yardmaster.jdbc.applications;

/** Tests the drop-in DataSource above HikariCP. */
class AboveHikariTest extends BankApplicationTest {
  @Override
  Bank open(BankDatabase database) {
    return new JdbcBank(database.yardmaster(connections()));
  }
}
