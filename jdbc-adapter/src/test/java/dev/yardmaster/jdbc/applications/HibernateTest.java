package dev.yardmaster.jdbc.applications;

import dev.yardmaster.jdbc.YardmasterDataSource;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.SQLException;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.BatchSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.cfg.JdbcSettings;

/**
 * Tests Hibernate. The application finds entities and changes them, and Hibernate flushes them at
 * the commit.
 */
class HibernateTest extends BankApplicationTest {

  @Entity
  @Table(name = "accounts")
  static class Account {
    @Id int id;
    long balance;
  }

  @Entity
  @Table(name = "transfers")
  static class Transfer {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    long id;

    int payer;
    int payee;
    long amount;
  }

  @Override
  Bank open(BankDatabase database) {
    YardmasterDataSource pool = database.yardmaster(connections());
    Configuration configuration =
        new Configuration().addAnnotatedClass(Account.class).addAnnotatedClass(Transfer.class);
    configuration.getProperties().put(JdbcSettings.JAKARTA_NON_JTA_DATASOURCE, pool);
    configuration.getProperties().put(BatchSettings.STATEMENT_BATCH_SIZE, 10);
    configuration.getProperties().put(JdbcSettings.LOG_JDBC_ERRORS, false);
    SessionFactory sessions = configuration.buildSessionFactory();
    return new Bank() {
      @Override
      public void transfer(int payer, int payee, long amount) {
        sessions.inTransaction(
            session -> {
              session.find(Account.class, payer).balance -= amount;
              session.find(Account.class, payee).balance += amount;
              Transfer transfer = new Transfer();
              transfer.payer = payer;
              transfer.payee = payee;
              transfer.amount = amount;
              session.persist(transfer);
            });
      }

      @Override
      public void close() throws SQLException {
        sessions.close();
        pool.close();
      }
    };
  }
}
