package dev.yardmaster.jdbc.applications;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import dev.yardmaster.jdbc.YardmasterDataSource;
import java.sql.SQLException;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;

/** Tests jOOQ, which quotes names, and whose transactions are nested blocks. */
class JooqTest extends BankApplicationTest {
  private static final Table<Record> ACCOUNTS = table(name("public", "accounts"));
  private static final Field<Integer> ID = field(name("public", "accounts", "id"), Integer.class);
  private static final Field<Long> BALANCE = field(name("balance"), Long.class);
  private static final Table<Record> TRANSFERS = table(name("transfers"));
  private static final Field<Integer> PAYER = field(name("payer"), Integer.class);
  private static final Field<Integer> PAYEE = field(name("payee"), Integer.class);
  private static final Field<Long> AMOUNT = field(name("amount"), Long.class);

  @Override
  Bank open(BankDatabase database) {
    YardmasterDataSource pool = database.yardmaster(connections());
    DSLContext jooq = DSL.using(pool, SQLDialect.POSTGRES);
    return new Bank() {
      @Override
      public void transfer(int payer, int payee, long amount) {
        jooq.transaction(
            transaction -> {
              DSLContext dsl = transaction.dsl();
              long payerBalance = balance(dsl, payer);
              long payeeBalance = balance(dsl, payee);
              dsl.update(ACCOUNTS)
                  .set(BALANCE, payerBalance - amount)
                  .where(ID.eq(payer))
                  .execute();
              dsl.update(ACCOUNTS)
                  .set(BALANCE, payeeBalance + amount)
                  .where(ID.eq(payee))
                  .execute();
              dsl.insertInto(TRANSFERS, PAYER, PAYEE, AMOUNT)
                  .values(payer, payee, amount)
                  .execute();
            });
      }

      @Override
      public void close() throws SQLException {
        pool.close();
      }
    };
  }

  private static long balance(DSLContext dsl, int account) {
    return dsl.select(BALANCE).from(ACCOUNTS).where(ID.eq(account)).fetchSingle(BALANCE);
  }
}
