package dev.yardmaster.jdbc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that every method of JDBC's interfaces, including default methods, reaches the vendor's
 * object with the same arguments. The caller must get the vendor's result or exception as the same
 * object.
 */
class DelegationTest {

  private final RecordingVendor vendor = new RecordingVendor(new ArrayList<>());

  static Stream<Class<?>> interfaces() {
    return Stream.of(
        Connection.class,
        Statement.class,
        PreparedStatement.class,
        CallableStatement.class,
        ResultSet.class,
        DatabaseMetaData.class);
  }

  /**
   * Returns whether a method considers the wrapper before the vendor's object; see {@link
   * Unwrapping}.
   */
  private static boolean isOurs(Method method) {
    return method.getName().equals("unwrap") || method.getName().equals("isWrapperFor");
  }

  private static List<Method> methods(Class<?> type) {
    List<Method> methods =
        Stream.of(type.getMethods())
            .filter(method -> !Modifier.isStatic(method.getModifiers()) && !isOurs(method))
            .sorted(Comparator.comparing(Method::toString))
            .toList();
    assertTrue(methods.size() > 50, () -> type + " has " + methods.size());
    return methods;
  }

  @ParameterizedTest
  @MethodSource("interfaces")
  void eachMethodArrivesAndItsAnswerComesBack(Class<?> type) throws SQLException {
    for (Method method : methods(type)) {
      Object ours = ours(type);
      Object[] arguments = arguments(method);
      vendor.calls.clear();
      Object answer = RecordingVendor.call(ours, method, arguments);
      assertEquals(1, vendor.calls.size(), method::toString);
      RecordingVendor.Call call = vendor.calls.get(0);
      assertTrue(call.is(method, arguments), () -> method + " arrived as " + call.method());
      if (method.getName().equals("getConnection") || method.getName().equals("getStatement")) {
        assertTrue(answer instanceof VendorWrapper, method::toString);
      } else if (method.getReturnType().isPrimitive()) {
        assertEquals(call.answer(), answer, method::toString);
      } else {
        assertSame(call.answer(), VendorWrapper.unwrapped(answer), method::toString);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("interfaces")
  void whatTheVendorThrowsIsThrownAsItIs(Class<?> type) throws SQLException {
    for (Method method : methods(type)) {
      Object ours = ours(type);
      SQLException failure =
          List.of(method.getExceptionTypes()).contains(SQLClientInfoException.class)
              ? new SQLClientInfoException("08006", Map.of())
              : new SQLException("the vendor's", "08006");
      if (method.getExceptionTypes().length > 0) {
        vendor.failing(method.getName(), failure);
        assertSame(
            failure,
            assertThrows(
                SQLException.class, () -> RecordingVendor.call(ours, method, arguments(method))),
            method::toString);
        assertEquals(0, failure.getSuppressed().length, method::toString);
        vendor.failing(method.getName(), null);
      }
    }
  }

  /** Every connection or statement that a method returns must be wrapped. */
  @ParameterizedTest
  @MethodSource("interfaces")
  void nothingOfTheVendorsThatLeadsPastUsIsHandedOut(Class<?> type) throws SQLException {
    for (Method method : methods(type)) {
      Class<?> returned = method.getReturnType();
      if (interfaces().anyMatch(known -> known == returned)) {
        Object answer = RecordingVendor.call(ours(type), method, arguments(method));
        assertTrue(answer instanceof VendorWrapper, method::toString);
        if (answer instanceof Statement statement) {
          assertTrue(statement.getConnection() instanceof YardConnection, method::toString);
        } else if (answer instanceof ResultSet result) {
          assertTrue(
              result.getStatement().getConnection() instanceof YardConnection, method::toString);
        }
      }
    }
  }

  private Object ours(Class<?> type) throws SQLException {
    RecordingSession session = new RecordingSession(new ArrayList<>());
    Connection connection = YardConnection.over(vendor.as(Connection.class), any -> session);
    if (type == Connection.class) {
      return connection;
    } else if (type == Statement.class) {
      return connection.createStatement();
    } else if (type == PreparedStatement.class) {
      return connection.prepareStatement("SELECT ?");
    } else if (type == CallableStatement.class) {
      return connection.prepareCall("SELECT ?");
    } else if (type == ResultSet.class) {
      return connection.createStatement().getResultSet();
    }
    return connection.getMetaData();
  }

  private Object[] arguments(Method method) {
    return Stream.of(method.getParameterTypes()).map(type -> Samples.of(type, vendor)).toArray();
  }
}
