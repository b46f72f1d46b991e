package dev.yardmaster.benchmarks.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.names.PinnedNames;
import dev.yardmaster.benchmarks.names.ProjectClasses;
import dev.yardmaster.jdbc.YardmasterDriver;
import dev.yardmaster.server.config.ConfigOption;
import dev.yardmaster.server.config.ServerOptions;
import dev.yardmaster.server.live.LiveSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Checks that the names on which users depend are exactly the names in {@code docs/names.txt}. */
class PinnedNamesTest {

  private static final String ROOT = "dev.yardmaster.";

  /** The packages whose public types user programs may use. */
  private static final List<String> API_PACKAGES =
      List.of(
          "api",
          "api.codec",
          "api.table",
          "client",
          "client.testing",
          "engine",
          "engine.durable",
          "engine.index",
          "engine.interleave",
          "engine.protocol",
          "engine.schedule",
          "engine.service.typed",
          "engine.table",
          "engine.transaction",
          "history",
          "jdbc",
          "jdbc.figures",
          "jdbc.meters",
          "jdbc.retry",
          "json",
          "observation",
          "processor",
          "reactor",
          "reorder",
          "reorder.assignment",
          "reorder.batch",
          "server",
          "server.config",
          "server.config.value",
          "service.conflicts",
          "spring",
          "storage.hbase");

  private static final Set<String> METRIC_FIELDS =
      Set.of(Metric.class.getName(), List.class.getName());

  @Test
  void commandsAndOptions() throws IOException {
    Set<String> lines = new TreeSet<>();
    add("./yardmaster", YardmasterCommand.commandLine(Environment.system()), lines);
    PinnedNames.require("commands and options", lines);
  }

  private static void add(String path, CommandLine command, Set<String> lines) {
    CommandSpec spec = command.getCommandSpec();
    lines.add(path);
    spec.options().forEach(option -> lines.add(path + ' ' + described(option, option.names())));
    spec.positionalParameters()
        .forEach(parameter -> lines.add(path + ' ' + described(parameter, new String[0])));
    command.getSubcommands().forEach((name, each) -> add(path + ' ' + name, each, lines));
  }

  private static String described(ArgSpec argument, String[] names) {
    String byDefault = byDefault(argument);
    return (String.join(",", names)
            + (names.length > 0 && argument.arity().max() == 0 ? "" : " " + argument.paramLabel())
            + (byDefault.isEmpty() ? "" : " = " + byDefault))
        .trim();
  }

  private static String byDefault(ArgSpec argument) {
    if (String.join(" ", argument.description()).contains("Default: the number of cores")) {
      return "the number of cores";
    }
    Object value =
        argument.defaultValue() == null ? argument.initialValue() : argument.defaultValue();
    return value == null || value.equals(false) ? "" : value.toString();
  }

  @Test
  void configurationKeys() throws IOException {
    Set<String> lines = new TreeSet<>();
    for (ConfigOption<?> option : ServerOptions.all()) {
      lines.add(
          option.name()
              + " = "
              + option.defaultValue()
              + " ("
              + (option.range() + ' ' + option.unit()).trim()
              + ')');
    }
    PinnedNames.require("configuration keys", lines);
  }

  @Test
  void jdbcSettings() throws IOException, SQLException {
    Set<String> lines = new TreeSet<>();
    for (DriverPropertyInfo setting :
        new YardmasterDriver()
            .getPropertyInfo("jdbc:yardmaster:postgresql://localhost/bank", new Properties())) {
      if (setting.name.startsWith("yardmaster.")) {
        lines.add(setting.name + " = " + setting.value);
      }
    }
    PinnedNames.require("JDBC settings", lines);
  }

  @Test
  void springProperties() throws IOException {
    Set<String> lines = new TreeSet<>();
    for (URL file :
        Collections.list(
            getClass()
                .getClassLoader()
                .getResources("META-INF/spring-configuration-metadata.json"))) {
      try (InputStream json = file.openStream()) {
        for (JsonNode property : new ObjectMapper().readTree(json).get("properties")) {
          if (property.get("name").asText().startsWith("yardmaster.")) {
            lines.add(
                property.get("name").asText()
                    + " "
                    + property.get("type").asText().replaceAll("\\b[a-z]+\\.", ""));
          }
        }
      }
    }
    PinnedNames.require("Spring properties", lines);
  }

  /**
   * Compares the pinned meters with the table of meters in the guide; a test of the server compares
   * that table with a scrape.
   */
  @Test
  void meters() throws IOException {
    Set<String> lines =
        Files.readAllLines(Path.of("../docs/guide-observability.md")).stream()
            .filter(line -> line.startsWith("| `yardmaster_"))
            .map(line -> line.split("\\|"))
            .map(
                cells ->
                    Arrays.stream(cells, 1, 5)
                        .map(cell -> cell.replace("`", "").trim())
                        .filter(cell -> !cell.isEmpty())
                        .collect(Collectors.joining(" ")))
            .collect(Collectors.toCollection(TreeSet::new));
    PinnedNames.require("meters", lines);
  }

  @Test
  void jsonOfTheServer() throws Exception {
    Set<String> lines = new TreeSet<>();
    addComponents("/api/live", LiveSnapshot.class, lines);
    HttpClient http = HttpClient.newHttpClient();
    try (WatchedServer server = new WatchedServer()) {
      for (String page : List.of("/health", "/ready")) {
        String body =
            http.send(
                    HttpRequest.newBuilder(URI.create(server.url() + page)).build(),
                    HttpResponse.BodyHandlers.ofString())
                .body();
        if (body.startsWith("{")) {
          JsonNode json = new ObjectMapper().readTree(body);
          PinnedNames.addFields(page, json, lines);
        } else {
          lines.add(page + " text");
        }
      }
    }
    PinnedNames.require("JSON of the server", lines);
  }

  private static void addComponents(String path, Type type, Set<String> lines) {
    if (type instanceof Class<?> raw && raw.isRecord()) {
      for (RecordComponent component : raw.getRecordComponents()) {
        addComponents(path + '.' + component.getName(), component.getGenericType(), lines);
      }
    } else if (type instanceof ParameterizedType generic
        && generic.getRawType().equals(List.class)) {
      addComponents(path + "[]", generic.getActualTypeArguments()[0], lines);
    } else {
      lines.add(path);
    }
  }

  /**
   * Compares the pinned metrics with all metrics that reports may contain. The reports of short
   * runs are not sufficient for this, because they omit undefined metrics.
   */
  @Test
  void metrics() throws ReflectiveOperationException, IOException {
    Set<String> lines = new TreeSet<>();
    for (JavaClass type : ProjectClasses.below(ROOT + "benchmarks").toList()) {
      for (JavaField field : type.getFields()) {
        if (field.getModifiers().contains(JavaModifier.STATIC)
            && METRIC_FIELDS.contains(field.getRawType().getName())) {
          Field metric = field.reflect();
          metric.setAccessible(true);
          addMetrics(metric.get(null), lines);
        }
      }
    }
    PinnedNames.require("metrics of reports", lines);
  }

  private static void addMetrics(Object value, Set<String> lines) {
    if (value instanceof List<?> all) {
      all.forEach(each -> addMetrics(each, lines));
    } else if (value instanceof Metric metric) {
      lines.add(
          metric.name()
              + ' '
              + metric.unit()
              + ", "
              + lowerCase(metric.over())
              + ", better: "
              + lowerCase(metric.better()));
    }
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  @Test
  void publicApi() throws IOException {
    Set<String> lines = new TreeSet<>();
    for (JavaClass type : ProjectClasses.ALL) {
      if (API_PACKAGES.stream().anyMatch(name -> type.getPackageName().equals(ROOT + name))
          && isVisible(type)) {
        String name = type.getName().substring(ROOT.length()).replace('$', '.');
        lines.add(name);
        for (JavaMember member : type.getMembers()) {
          if (isVisible(member)) {
            lines.add(name + '#' + signature(member));
          }
        }
      }
    }
    PinnedNames.require("public API", lines);
  }

  private static boolean isVisible(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && !type.getModifiers().contains(JavaModifier.SYNTHETIC)
        && type.getEnclosingClass().map(PinnedNamesTest::isVisible).orElse(true);
  }

  private static boolean isVisible(JavaMember member) {
    Set<JavaModifier> modifiers = member.getModifiers();
    return modifiers.contains(JavaModifier.PUBLIC)
        && !modifiers.contains(JavaModifier.SYNTHETIC)
        && !modifiers.contains(JavaModifier.BRIDGE);
  }

  private static String signature(JavaMember member) {
    if (member instanceof JavaCodeUnit code) {
      return member.getName()
          + code.getRawParameterTypes().stream()
              .map(JavaClass::getSimpleName)
              .collect(Collectors.joining(", ", "(", ")"));
    }
    return member.getName();
  }
}
