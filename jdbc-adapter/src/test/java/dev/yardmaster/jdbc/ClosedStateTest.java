package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests that a wrapped object reacts to each call after a close like the vendor's object: with the
 * same exception, or with the same result.
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
      List<String> vendors;
      List<String> ours;
      try (Connection connection = TestPostgres.plain().getConnection()) {
        vendors = answers(connection, closing);
      }
      List<String> log = new ArrayList<>();
      try (YardmasterDataSource dataSource =
              TestPostgres.recorded(TestPostgres.plain(), log, waitLimit -> {});
          Connection connection = dataSource.getConnection()) {
        ours = answers(connection, closing);
      }
      assertTrue(vendors.size() > 600, () -> closing + " calls=" + vendors.size());
      for (int i = 0; i < vendors.size(); i++) {
        assertEquals(vendors.get(i), ours.get(i), closing.name());
      }
    }
  }

  private static List<String> answers(Connection connection, Closing closing) throws Exception {
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
    Transcript transcript = new Transcript();
    for (Class<?> type :
        List.of(
            ResultSet.class,
            CallableStatement.class,
            PreparedStatement.class,
            Statement.class,
            Connection.class)) {
      for (Method method : JdbcCalls.methods(type)) {
        transcript.call(
            JdbcCalls.name(type, method, 0),
            () -> method.invoke(objects.get(type), JdbcCalls.arguments(method, 0)));
      }
    }
    transcript.call("metaData", metaData::getTableTypes);
    return transcript.lines();
  }
}
