package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.admission.settings.DriverSetting;
import dev.yardmaster.jdbc.figures.PassReason;
import dev.yardmaster.jdbc.sql.KeyColumns;
import dev.yardmaster.jdbc.sql.RowHash;
import dev.yardmaster.jdbc.sql.RowUse;
import dev.yardmaster.jdbc.sql.StatementTemplates;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverPropertyInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Checks that the tables of the JDBC guide agree with the code. */
class JdbcGuideTablesTest {
  private static final Path PAGE = Path.of("..", "docs", "guide-jdbc.md");
  private static final Object[] DISTINCT_VALUES = {11, 22, 33, 44};

  /** Returns the lines of a table below its header. */
  private static List<String> table(String name) throws IOException {
    Matcher table =
        Pattern.compile("<!-- table: " + name + " -->\n\\|.*\n\\|.*\n((?:\\|.*\n)+)")
            .matcher(Files.readString(PAGE));
    assertTrue(table.find(), "the guide has no table: name=" + name);
    return table.group(1).lines().toList();
  }

  @Test
  void theDriversSettings() throws IOException {
    assertEquals(
        Stream.of(DriverSetting.describe(new Properties())).map(JdbcGuideTablesTest::row).toList(),
        table("settings"));
  }

  private static String row(DriverPropertyInfo setting) {
    String byDefault = setting.value.isEmpty() ? "none" : "`" + setting.value + "`";
    return "| `%s` | %s | %s |".formatted(setting.name, byDefault, setting.description);
  }

  @Test
  void theReasonsWhyTransactionsPass() throws IOException {
    assertEquals(
        Stream.of(PassReason.values()).map(PassReason::label).toList(),
        table("passed").stream()
            .map(row -> row.replaceFirst("^\\| `([a-z-]+)` .*", "$1"))
            .toList());
  }

  @Test
  void theSchedulersSettings() throws IOException {
    TreeSet<String> shown = new TreeSet<>();
    for (String row : table("builder")) {
      shown.add(row.replaceFirst("^\\| `(\\w+)` .*", "$1"));
    }
    assertEquals(
        Arrays.stream(JdbcSchedulerBuilder.class.getMethods())
            .filter(method -> method.getReturnType() == JdbcSchedulerBuilder.class)
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new)),
        shown);
  }

  @TestFactory
  Stream<DynamicTest> whatStatementsTell() throws IOException {
    StatementTemplates templates =
        new StatementTemplates(
            KeyColumns.parse("accounts(id), owners(id), lines(order_id, number)"),
            new RowHash(8, 9));
    List<DynamicTest> tests = new ArrayList<>();
    for (String row : table("statements")) {
      String[] cells = row.split("\\|", -1);
      String sql = cells[1].replace("`", "").trim();
      tests.add(
          DynamicTest.dynamicTest(
              sql,
              () -> assertEquals(cells[2].trim(), told(templates.of(sql).rows(DISTINCT_VALUES)))));
    }
    assertTrue(tests.size() > 10, "statements=" + tests.size());
    return tests.stream();
  }

  private static String told(List<RowUse> rows) {
    long written = rows.stream().filter(RowUse::writes).count();
    long read = rows.size() - written;
    return rows.isEmpty()
        ? "none"
        : Stream.of(read == 0 ? "" : read + " read", written == 0 ? "" : written + " written")
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
  }
}
