package dev.yardmaster.benchmarks.jmh;

import dev.yardmaster.jdbc.YardmasterDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Times calls of the drop-in driver on top of a driver that does no work. The cost of the drop-in
 * driver is the difference from the setting {@code raw}. One thread runs, without contention.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class DriverCallBenchmark {
  private static final int ROWS = 1024;

  /**
   * The value of the drop-in driver's setting for scheduling, or {@code raw} to call the underlying
   * driver directly.
   */
  @Param({"raw", "off", "on", "always"})
  public String scheduling;

  /** A method that only the vendor's own statement interface has. */
  public interface VendorStatement extends PreparedStatement {
    /** Returns a number, and does no other work. */
    int vendorsMethod();
  }

  private Connection autoCommit;
  private Connection transaction;
  private PreparedStatement select;
  private PreparedStatement update;
  private PreparedStatement firstOfTransaction;
  private PreparedStatement secondOfTransaction;
  private long row;

  /** Prepares the SQL statements. */
  @Setup(Level.Trial)
  public void prepare() throws SQLException {
    DataSource behind = stub(DataSource.class);
    DataSource source = behind;
    if (!scheduling.equals("raw")) {
      Properties settings = new Properties();
      settings.setProperty("yardmaster.scheduling", scheduling);
      settings.setProperty("yardmaster.keys", "accounts(id)");
      source = YardmasterDataSource.wrap(behind, settings);
    }
    autoCommit = source.getConnection();
    select = autoCommit.prepareStatement("SELECT balance FROM accounts WHERE id = ?");
    update = autoCommit.prepareStatement("UPDATE accounts SET balance = 0 WHERE id = ?");
    transaction = source.getConnection();
    transaction.setAutoCommit(false);
    firstOfTransaction = transaction.prepareStatement("SELECT balance FROM accounts WHERE id = ?");
    secondOfTransaction =
        transaction.prepareStatement("UPDATE accounts SET balance = 0 WHERE id = ?");
  }

  /** Calls a method of the vendor's own interface after a cast. */
  @Benchmark
  public int vendorsMethod() {
    return ((VendorStatement) update).vendorsMethod();
  }

  /** Runs one query with one parameter as a separate transaction, which is two driver calls. */
  @Benchmark
  public Object selectInAutoCommit() throws SQLException {
    select.setLong(1, row++ % ROWS);
    return select.executeQuery();
  }

  /** Runs one update with one parameter as a separate transaction, which is two driver calls. */
  @Benchmark
  public int updateInAutoCommit() throws SQLException {
    update.setLong(1, row++ % ROWS);
    return update.executeUpdate();
  }

  /** Runs a read, a write and a commit, which are five driver calls. */
  @Benchmark
  public void transaction() throws SQLException {
    long id = row++ % ROWS;
    firstOfTransaction.setLong(1, id);
    firstOfTransaction.executeQuery();
    secondOfTransaction.setLong(1, id);
    secondOfTransaction.executeUpdate();
    transaction.commit();
  }

  /**
   * Returns a stub of a JDBC type. The methods of the stub return empty values or further stubs.
   */
  private static <T> T stub(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            DriverCallBenchmark.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Class<?> result = method.getReturnType();
              if (result == Connection.class
                  || result == PreparedStatement.class
                  || result == DatabaseMetaData.class) {
                Class<?> stubbed =
                    result == PreparedStatement.class ? VendorStatement.class : result;
                return stub(stubbed);
              }
              if (result == boolean.class) {
                return method.getName().equals("getAutoCommit");
              }
              return result == int.class ? (Object) 0 : result == long.class ? (Object) 0L : null;
            }));
  }
}
