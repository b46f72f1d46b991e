package dev.yardmaster.jdbc.applications;

import dev.yardmaster.jdbc.YardmasterDataSource;
import java.sql.SQLException;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.session.TransactionIsolationLevel;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;

/** Tests MyBatis with a mapper. */
class MyBatisTest extends BankApplicationTest {

  /** The mapper with the statements. */
  interface Accounts {
    @Select("SELECT balance FROM accounts WHERE id = #{id}")
    long balance(int id);

    @Update("UPDATE accounts SET balance = #{balance} WHERE id = #{id}")
    void setBalance(@Param("id") int id, @Param("balance") long balance);

    @Insert("INSERT INTO transfers (payer, payee, amount) VALUES (#{payer}, #{payee}, #{amount})")
    void note(@Param("payer") int payer, @Param("payee") int payee, @Param("amount") long amount);
  }

  @Override
  Bank open(BankDatabase database) {
    YardmasterDataSource pool = database.yardmaster(connections());
    Configuration configuration =
        new Configuration(new Environment("bank", new JdbcTransactionFactory(), pool));
    configuration.addMapper(Accounts.class);
    SqlSessionFactory sessions = new SqlSessionFactoryBuilder().build(configuration);
    return new Bank() {
      @Override
      public void transfer(int payer, int payee, long amount) {
        try (SqlSession session = sessions.openSession(TransactionIsolationLevel.SERIALIZABLE)) {
          Accounts accounts = session.getMapper(Accounts.class);
          long payerBalance = accounts.balance(payer);
          long payeeBalance = accounts.balance(payee);
          accounts.setBalance(payer, payerBalance - amount);
          accounts.setBalance(payee, payeeBalance + amount);
          accounts.note(payer, payee, amount);
          session.commit();
        }
      }

      @Override
      public void close() throws SQLException {
        pool.close();
      }
    };
  }
}
