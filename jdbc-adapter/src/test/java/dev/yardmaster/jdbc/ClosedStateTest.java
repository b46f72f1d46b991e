package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that a wrapped object reacts to each call after a close like the vendor's object: with the
 * same error, or without an error.
 */
class ClosedStateTest {

  /** The ways in which the objects of one connection are closed. */
  private enum Closing {
    RESULT {
      @Override
      void close(Map<Class<?>, AutoCloseable> objects) throws Exception {
        objects.get(ResultSet.class).close();
      }
    },
    STATEMENTS {
      @Override
      void close(Map<Class<?>, AutoCloseable> objects) throws Exception {
        objects.get(Statement.class).close();
        objects.get(PreparedStatement.class).close();
        objects.get(CallableStatement.class).close();
      }
    },
    CONNECTION {
      @Override
      void close(Map<Class<?>, AutoCloseable> objects) throws Exception {
        objects.get(Connection.class).close();
      }
    };

    abstract void close(Map<Class<?>, AutoCloseable> objects) throws Exception;
  }

  @Test
  void afterCloseOursAnswerAsTheVendorsDo() throws Exception {
    for (Closing closing : Closing.values()) {
      Map<String, String> vendors;
      Map<String, String> ours;
      try (Connection connection = TestPostgres.plain().getConnection()) {
        vendors = answers(connection, closing);
      }
      List<String> log = new ArrayList<>();
      try (YardmasterDataSource dataSource =
              TestPostgres.recorded(TestPostgres.plain(), log, waitLimit -> {});
          Connection connection = dataSource.getConnection()) {
        ours = answers(connection, closing);
      }
      assertTrue(vendors.size() > 200, () -> closing + " asked " + vendors.size());
      vendors.forEach((call, answer) -> assertEquals(answer, ours.get(call), closing + " " + call));
    }
  }

  private static Map<String, String> answers(Connection connection, Closing closing)
      throws Exception {
    PreparedStatement prepared = connection.prepareStatement("SELECT 1");
    Map<Class<?>, AutoCloseable> objects =
        Map.of(
            Connection.class, connection,
            Statement.class, connection.createStatement(),
            PreparedStatement.class, prepared,
            CallableStatement.class, connection.prepareCall("{? = call abs(?)}"),
            ResultSet.class, prepared.executeQuery());
    DatabaseMetaData metaData = connection.getMetaData();
    closing.close(objects);
    Map<String, String> answers = new TreeMap<>();
    for (Class<?> type :
        List.of(
            ResultSet.class,
            CallableStatement.class,
            PreparedStatement.class,
            Statement.class,
            Connection.class)) {
      for (Method method : callable(type)) {
        answers.put(type.getSimpleName() + "." + method, answer(method, objects.get(type)));
      }
    }
    answers.put("metaData", answer(DatabaseMetaData.class.getMethod("getTableTypes"), metaData));
    return answers;
  }

  /** Returns the methods whose arguments are only numbers and text. The method close comes last. */
  private static List<Method> callable(Class<?> type) {
    return Stream.of(type.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(
            method ->
                Stream.of(method.getParameterTypes())
                    .allMatch(
                        parameter ->
                            parameter == int.class
                                || parameter == boolean.class
                                || parameter == String.class))
        .sorted(
            Comparator.comparing((Method method) -> method.getName().equals("close"))
                .thenComparing(Method::toString))
        .toList();
  }

  private static String answer(Method method, Object target) {
    Object[] arguments =
        Stream.of(method.getParameterTypes())
            .map(type -> type == int.class ? (Object) 1 : type == boolean.class ? true : "SELECT 1")
            .toArray();
    try {
      Object value = method.invoke(target, arguments);
      boolean plain = value instanceof Number || value instanceof Boolean || value == null;
      return plain ? String.valueOf(value) : "an object";
    } catch (InvocationTargetException thrown) {
      String state = thrown.getCause() instanceof SQLException failure ? failure.getSQLState() : "";
      return thrown.getCause().getClass().getName() + " " + state;
    } catch (IllegalAccessException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
