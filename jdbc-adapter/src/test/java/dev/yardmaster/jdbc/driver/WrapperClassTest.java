package dev.yardmaster.jdbc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.XAConnection;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Tests that wrappers implement the vendor's public interfaces. */
class WrapperClassTest {

  /** A vendor's interface, which redeclares a method of JDBC and adds further methods. */
  public interface VendorConnection extends Connection, Hidden {
    @Override
    VendorStatement createStatement() throws SQLException;

    PreparedStatement prepareFast(String sql) throws SQLException;

    PreparedStatement lastPrepared();

    Statement ping(long a, double b, int c) throws SQLException;

    ResultSet run(String sql);

    DatabaseMetaData facts();

    Connection self();

    Connection other();

    Object any();

    int adopt(VendorStatement statement, Object more, long[] numbers);

    default String version() {
      return "the interface's";
    }
  }

  /** An interface that only its package sees. Its methods are also the sub-interface's methods. */
  interface Hidden {
    char hidden();
  }

  /** Another interface of the vendor. */
  public interface VendorStatement extends Statement {
    VendorConnection owner();

    ResultSet cursor();

    Statement me();
  }

  /** An interface that a test loads a second time. */
  public interface Elsewhere {}

  /** An interface that only {@link Unsealed} may extend. */
  public sealed interface Sealed permits Unsealed {}

  /** The only interface that may extend {@link Sealed}. */
  public non-sealed interface Unsealed extends Sealed {}

  private final List<String> log = new ArrayList<>();
  private final RecordingVendor vendor = new RecordingVendor(log);

  private Connection over(Connection vendors) throws SQLException {
    return YardConnection.over(vendors, any -> new RecordingSession(new ArrayList<>()));
  }

  private Connection proxy(ClassLoader loader, Class<?>... types) {
    return (Connection) Proxy.newProxyInstance(loader, types, vendor);
  }

  @Test
  void aCastLeadsToTheWrapperAndItsCallsToTheVendor() throws SQLException {
    VendorConnection vendors = vendor.as(VendorConnection.class);
    VendorConnection ours = assertInstanceOf(VendorConnection.class, over(vendors));
    vendor.answering("version", "the vendor's").answering("hidden", 'x').answering("adopt", 7);
    assertEquals("the vendor's", ours.version());
    assertEquals('x', ours.hidden());
    VendorStatement statement = ours.createStatement();
    assertInstanceOf(YardStatement.class, statement);
    vendor.calls.clear();
    long[] numbers = {1};
    assertEquals(7, ours.adopt(statement, statement, numbers));
    Object vendorsStatement = VendorWrapper.unwrapped(statement);
    assertEquals(
        List.of(vendorsStatement, vendorsStatement, numbers), vendor.calls.get(0).arguments());
    vendor.calls.clear();
    assertInstanceOf(YardStatement.class, ours.ping(1L << 40, 2.5, 3));
    assertEquals(List.of(1L << 40, 2.5, 3), vendor.calls.get(0).arguments());
  }

  @Test
  void resultsOfTheVendorsOwnMethodsStayWrapped() throws SQLException {
    VendorConnection vendors = vendor.as(VendorConnection.class);
    Connection other = vendor.as(Connection.class);
    vendor.answering("self", vendors).answering("other", other);
    VendorConnection ours = (VendorConnection) over(vendors);
    assertInstanceOf(YardPreparedStatement.class, ours.prepareFast("SELECT 1"));
    assertSame(ours, ours.prepareFast("SELECT 1").getConnection());
    vendor.answering("prepareFast", vendor.as(CallableStatement.class));
    assertInstanceOf(YardCallableStatement.class, ours.prepareFast("{call f()}"));
    assertSame(ours, ours.run("SELECT 1").getStatement().getConnection());
    assertSame(ours, ours.facts().getConnection());
    assertSame(ours, ours.self());
    assertSame(other, ours.other(), "another connection is not this connection");
    assertEquals("sample", ((String) ours.any()).substring(0, 6));
    assertFalse(
        ours.lastPrepared() instanceof YardPreparedStatement,
        "no rows can be derived without a text");
    VendorStatement vendorsStatement = vendor.as(VendorStatement.class);
    vendor
        .answering("createStatement", vendorsStatement)
        .answering("me", vendorsStatement)
        .answering("owner", vendors);
    VendorStatement statement = ours.createStatement();
    assertSame(statement, statement.me());
    assertSame(ours, statement.owner());
    assertSame(statement, statement.cursor().getStatement());
  }

  @Test
  void theLogicOfATransactionMayCastToo() throws SQLException {
    VendorConnection vendors = vendor.as(VendorConnection.class);
    vendor.answering("self", vendors);
    VendorConnection ours = (VendorConnection) LogicConnection.over(vendors);
    assertSame(ours, ours.self());
    assertEquals("2D000", assertThrows(SQLException.class, ours::commit).getSQLState());
  }

  @Test
  void exceptionsAreTheVendorsOwn() throws SQLException {
    VendorConnection ours = (VendorConnection) over(vendor.as(VendorConnection.class));
    SQLException failure = new SQLException("the vendor's", "08006");
    vendor.failing("ping", failure);
    assertSame(failure, assertThrows(SQLException.class, () -> ours.ping(1, 2, 3)));
  }

  @Test
  void unwrapLeadsToTheVendorsObjectAsBefore() throws SQLException {
    VendorConnection vendors = vendor.as(VendorConnection.class);
    Connection ours = over(vendors);
    assertSame(vendors, ours.unwrap(VendorConnection.class));
    assertSame(ours, ours.unwrap(Connection.class));
    assertSame(ours, ours.unwrap(YardConnection.class));
    assertTrue(ours.isWrapperFor(VendorConnection.class));
  }

  @Test
  void interfacesThatCannotOrMustNotBeImplementedAreLeftOut() throws SQLException {
    ClassLoader loader = getClass().getClassLoader();
    Connection vendors =
        proxy(loader, VendorConnection.class, Unsealed.class, XAConnection.class, Runnable.class);
    Connection ours = over(vendors);
    assertInstanceOf(VendorConnection.class, ours);
    assertInstanceOf(Unsealed.class, ours);
    assertFalse(ours instanceof XAConnection, "XA transactions bypass the wrapper");
    assertFalse(ours instanceof Runnable, "an interface of the JDK is not the vendor's");
    assertSame(
        over(vendor.as(Connection.class)).getClass(),
        DelegatingYardConnection.class,
        "no interface");
  }

  @Test
  void objectsWithTheSameInterfacesShareOneClass() throws SQLException {
    ClassLoader loader = getClass().getClassLoader();
    Connection one = over(proxy(loader, VendorConnection.class, Runnable.class));
    Connection two = over(proxy(loader, VendorConnection.class, Comparable.class));
    assertSame(one.getClass(), two.getClass());
    assertNotSame(
        one.getClass(), over(proxy(loader, VendorConnection.class, Unsealed.class)).getClass());
  }

  @Test
  void nothingIsWrappedForNull() throws SQLException {
    vendor.answering("self", null).answering("createStatement", null);
    VendorConnection ours = (VendorConnection) over(vendor.as(VendorConnection.class));
    assertNull(ours.self());
    assertNull(ours.createStatement());
  }

  /** Loads its own copies of some classes, and all other classes from its parent. */
  private static final class Copies extends ClassLoader {
    private final String prefix;

    Copies(String prefix) {
      super(WrapperClassTest.class.getClassLoader());
      this.prefix = prefix;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(prefix)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? copy(name) : loaded;
      }
    }

    private Class<?> copy(String name) throws ClassNotFoundException {
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException failure) {
        throw new ClassNotFoundException(name, failure);
      }
    }
  }

  @Test
  void anInterfaceThatOurClassLoaderDoesNotFindIsLeftOut() throws Exception {
    Class<?> elsewhere = new Copies(Elsewhere.class.getName()).loadClass(Elsewhere.class.getName());
    Connection vendors = proxy(elsewhere.getClassLoader(), Connection.class, elsewhere);
    Connection ours = over(vendors);
    assertFalse(elsewhere.isInstance(ours));
    assertSame(vendors, ours.unwrap(elsewhere));
  }

  @Test
  void aVendorsClassLoaderCanBeUnloaded() throws Exception {
    Class<?> elsewhere = new Copies(Elsewhere.class.getName()).loadClass(Elsewhere.class.getName());
    WeakReference<ClassLoader> loader = new WeakReference<>(elsewhere.getClassLoader());
    Connection ours = over(proxy(loader.get(), VendorConnection.class, elsewhere));
    assertInstanceOf(VendorConnection.class, ours);
    elsewhere = null;
    ours = null;
    vendor.calls.clear();
    awaitUnloading(loader);
  }

  @Test
  void ourClassLoaderCanBeUnloadedBeforeTheVendors() throws Exception {
    String prefix = LogicConnection.class.getPackageName() + ".";
    WeakReference<ClassLoader> loader = new WeakReference<>(new Copies(prefix));
    Method over =
        Class.forName(LogicConnection.class.getName(), true, loader.get())
            .getMethod("over", Connection.class);
    Connection vendors = proxy(getClass().getClassLoader(), Connection.class, PGConnection.class);
    Object ours = over.invoke(null, vendors);
    assertInstanceOf(PGConnection.class, ours);
    over = null;
    ours = null;
    awaitUnloading(loader);
    assertInstanceOf(PGConnection.class, LogicConnection.over(vendors));
  }

  private static void awaitUnloading(WeakReference<ClassLoader> loader) {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (loader.get() != null) {
      assertTrue(System.nanoTime() < deadlineNs, "the class loader is still reachable");
      System.gc();
    }
  }
}
