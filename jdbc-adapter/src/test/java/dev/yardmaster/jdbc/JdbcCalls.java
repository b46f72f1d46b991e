package dev.yardmaster.jdbc;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.SQLType;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Comparator;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The calls that can be made to an object of JDBC: each method of its interface, with several
 * choices of arguments. An argument is chosen by its type and by the name of the method.
 */
final class JdbcCalls {
  /** The number of choices of arguments for each method. */
  static final int CHOICES = 4;

  /**
   * The methods that are not called. A cancel may arrive at a later statement. The time at which an
   * abort takes effect is not determined. The other methods concern wrappers, for which there are
   * other tests.
   */
  private static final Set<String> LEFT_OUT = Set.of("cancel", "abort", "unwrap", "isWrapperFor");

  private static final List<String> SQL =
      List.of(
          "SELECT id, name, money FROM compared ORDER BY id",
          "UPDATE compared SET name = 'other' WHERE id = 1",
          "SELECT nonsense FROM nowhere",
          "INSERT INTO compared (id) VALUES (1)");
  private static final List<String> COLUMNS = List.of("id", "name", "missing", "money");
  private static final List<String> PATTERNS = List.of("%", "compared", "public", "id");
  private static final List<String> OTHER_TEXTS = List.of("text", "12", "", "public");

  private static final Map<Class<?>, IntFunction<Object>> VALUES =
      Map.ofEntries(
          Map.entry(boolean.class, choice -> choice % 2 == 0),
          Map.entry(byte.class, choice -> (byte) choice),
          Map.entry(short.class, choice -> (short) choice),
          Map.entry(int.class, choice -> List.of(1, 2, 0, 99).get(choice)),
          Map.entry(long.class, choice -> List.of(5L, 0L, -1L, 1L << 40).get(choice)),
          Map.entry(float.class, choice -> choice + 0.5f),
          Map.entry(double.class, choice -> choice + 0.25),
          Map.entry(Object.class, choice -> List.of(7, "text", 2.5, true).get(choice)),
          Map.entry(
              Class.class,
              choice ->
                  List.of(Integer.class, String.class, Thread.class, BigDecimal.class).get(choice)),
          Map.entry(BigDecimal.class, choice -> new BigDecimal("1.5").scaleByPowerOfTen(choice)),
          Map.entry(Date.class, choice -> Date.valueOf("2024-02-29")),
          Map.entry(Time.class, choice -> Time.valueOf("12:34:56")),
          Map.entry(Timestamp.class, choice -> Timestamp.valueOf("2024-02-29 12:34:56.789")),
          Map.entry(Calendar.class, choice -> new GregorianCalendar(TimeZone.getTimeZone("UTC"))),
          Map.entry(SQLType.class, choice -> JDBCType.INTEGER),
          Map.entry(Map.class, choice -> Map.of("none", String.class)),
          Map.entry(Properties.class, choice -> new Properties()),
          Map.entry(Executor.class, choice -> (Executor) Runnable::run),
          Map.entry(
              InputStream.class,
              choice -> new ByteArrayInputStream("bytes".getBytes(StandardCharsets.US_ASCII))),
          Map.entry(Reader.class, choice -> new StringReader("characters")),
          Map.entry(byte[].class, choice -> new byte[] {1, 2, 3}),
          Map.entry(int[].class, choice -> new int[] {1}),
          Map.entry(String[].class, choice -> new String[] {choice == 2 ? "missing" : "id"}),
          Map.entry(Object[].class, choice -> new Object[] {1, 2}));

  private JdbcCalls() {}

  /** Returns the methods of an interface. The method {@code close} comes last. */
  static List<Method> methods(Class<?> type) {
    return Stream.of(type.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> !LEFT_OUT.contains(method.getName()))
        .sorted(
            Comparator.comparing((Method method) -> method.getName().equals("close"))
                .thenComparing(Method::toString))
        .toList();
  }

  /** Returns the name of a call for a transcript. */
  static String name(Class<?> type, Method method, int choice) {
    List<String> parameters =
        Stream.of(method.getParameterTypes()).map(Class::getSimpleName).toList();
    return type.getSimpleName() + "." + method.getName() + parameters + " #" + choice;
  }

  /** Returns arguments for a method; null for the types that are not known. */
  static Object[] arguments(Method method, int choice) {
    Class<?>[] types = method.getParameterTypes();
    List<Object> arguments = new ArrayList<>();
    IntStream.range(0, types.length)
        .forEach(
            i ->
                arguments.add(
                    method.getName().equals("setNetworkTimeout") && types[i] == int.class
                        ? 60_000 * choice // no real call may exceed it
                        : types[i] == String.class
                            ? text(method, i, choice)
                            : VALUES.getOrDefault(types[i], any -> null).apply(choice)));
    return arguments.toArray();
  }

  private static String text(Method method, int parameter, int choice) {
    String name = method.getName();
    String owner = method.getDeclaringClass().getSimpleName();
    if (name.startsWith("execute") || name.startsWith("prepare") || name.equals("addBatch")) {
      return SQL.get(choice);
    } else if (owner.equals("DatabaseMetaData")) {
      // The parameters are mostly a catalog, a schema, a table and a column.
      return parameter == 0
          ? null
          : parameter == 1 && choice != 2 ? "public" : PATTERNS.get(choice);
    } else if (owner.equals("ResultSet") && parameter == 0) {
      return COLUMNS.get(choice);
    }
    return OTHER_TEXTS.get(choice);
  }
}
