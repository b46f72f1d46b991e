package dev.yardmaster.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The calls of a JDBC driver, and what each call returned or threw, as text. Two drivers behave in
 * the same way if their transcripts are equal.
 */
final class Transcript {
  /** The number of rows of a result set that a line shows. */
  private static final int SHOWN_ROWS = 20;

  private static final List<Class<?>> JDBC_OBJECTS =
      List.of(
          Connection.class,
          Statement.class,
          DatabaseMetaData.class,
          ResultSetMetaData.class,
          ParameterMetaData.class);

  /** A call of the driver. */
  interface Call {
    Object run() throws Exception;
  }

  /** A call of the driver without a result. */
  interface VoidCall {
    void run() throws Exception;
  }

  private final List<String> lines = new ArrayList<>();

  List<String> lines() {
    return lines;
  }

  /** Makes a call and writes its result or its exception. */
  void call(String name, Call call) {
    String answer;
    try {
      answer = text(call.run());
    } catch (InvocationTargetException thrown) {
      answer = "throws " + thrown(thrown.getCause());
    } catch (Exception thrown) {
      answer = "throws " + thrown(thrown);
    }
    // By default, the text of a driver's object ends with its identity hash code, which differs in
    // each run.
    lines.add(name + " -> " + answer.replaceAll("@[0-9a-f]{4,8}\\b", "@"));
  }

  /** Makes a call without a result. */
  void run(String name, VoidCall call) {
    call(
        name,
        () -> {
          call.run();
          return "returns";
        });
  }

  private static String thrown(Throwable thrown) {
    StringBuilder text =
        new StringBuilder(thrown.getClass().getName()).append(": ").append(thrown.getMessage());
    if (thrown instanceof SQLException failure) {
      text.append(" state=").append(failure.getSQLState());
      text.append(" code=").append(failure.getErrorCode());
      if (failure instanceof BatchUpdateException batch) {
        text.append(" counts=").append(text(batch.getLargeUpdateCounts()));
      }
      if (failure.getNextException() != null) {
        text.append(" next=[").append(thrown(failure.getNextException())).append(']');
      }
    }
    return thrown.getCause() == null
        ? text.toString()
        : text.append(" cause=").append(thrown.getCause().getClass().getName()).toString();
  }

  private static String text(Object value) {
    try {
      if (value == null) {
        return "null";
      } else if (value.getClass().isArray()) {
        return IntStream.range(0, Array.getLength(value))
            .mapToObj(i -> text(Array.get(value, i)))
            .collect(Collectors.joining(", ", value.getClass().getSimpleName() + "[", "]"));
      } else if (value instanceof ResultSet rows) {
        return rows(rows);
      } else if (value instanceof SQLWarning warning) {
        return thrown(warning);
      } else if (value instanceof InputStream stream) {
        return "stream " + text(stream.readAllBytes());
      } else if (value instanceof Reader reader) {
        StringWriter all = new StringWriter();
        reader.transferTo(all);
        return "reader " + all;
      } else if (value instanceof SQLXML xml) {
        return "xml " + xml.getString();
      } else if (value instanceof Map<?, ?> map) {
        return new TreeMap<>(map).toString();
      }
      return object(value);
    } catch (SQLException | IOException failure) {
      return "a value that throws " + thrown(failure);
    }
  }

  /** Returns the text of an object; an object and its wrapper have the same text. */
  private static String object(Object value) {
    List<String> types =
        Stream.of(
                java.sql.CallableStatement.class,
                java.sql.PreparedStatement.class,
                Statement.class,
                Connection.class,
                DatabaseMetaData.class)
            .filter(type -> type.isInstance(value))
            .map(Class::getSimpleName)
            .limit(1)
            .toList();
    boolean isWrapped = JDBC_OBJECTS.stream().anyMatch(type -> type.isInstance(value));
    return (isWrapped ? types.toString() : value.getClass().getName()) + " " + value;
  }

  private static String rows(ResultSet rows) throws SQLException {
    ResultSetMetaData metaData = rows.getMetaData();
    StringBuilder text = new StringBuilder("rows");
    for (int column = 1; column <= metaData.getColumnCount(); column++) {
      text.append(' ')
          .append(metaData.getColumnLabel(column))
          .append(':')
          .append(metaData.getColumnTypeName(column));
    }
    int count = 0;
    while (rows.next()) {
      if (count++ < SHOWN_ROWS) {
        text.append(" |");
        for (int column = 1; column <= metaData.getColumnCount(); column++) {
          text.append(' ').append(rows.getString(column));
        }
      }
    }
    rows.close();
    return text.append(" | ").append(count).toString();
  }
}
