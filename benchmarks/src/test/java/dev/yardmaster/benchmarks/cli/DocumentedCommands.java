package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.attack.EmbeddedAttacks;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.names.PinnedNames;
import dev.yardmaster.benchmarks.redis.RequiresRedis;
import dev.yardmaster.benchmarks.wire.EmbeddedYardmaster;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Runs the {@code ./yardmaster} commands of the documentation in a shortened form, on the real
 * pipeline. The subclasses divide the commands, so that two processes can run them; two subclasses
 * never use the same file or the same field of a report. If a command needs a server, a pipeline in
 * this process replaces the server. The commands of a page run in order, so that a command can read
 * the files in reports/ that an earlier command wrote. If two shortened commands are equal, only
 * the first one runs. If two commands differ only in the sides that they compare, the second
 * command compares only the sides that the first one has not compared.
 */
abstract class DocumentedCommands {

  static final Path ROOT = Path.of("..");
  private static final String COMMAND = "./yardmaster ";

  /** The sides of a comparison over the network that do not need Redis. */
  private static final String WITHOUT_REDIS = "server,echo";

  /** A metric that the plots need; a round with few transactions does not have it. */
  private static final String PLOTTED = "p99Us";

  private static final String REPORTS = "JSON of the reports";

  /** The fields of all reports that the commands have written. */
  private static final Set<String> FIELDS = new TreeSet<>();

  /** The options whose values list the sides or figures that a command compares. */
  private static final Set<String> COMPARED = Set.of("--sides", "--modes", "--protocols");

  /**
   * The options that only set sizes and do not decide which code runs. The shortened commands omit
   * these options.
   */
  private static final Set<String> OMITTED = Set.of("--skew", "--threads", "--repeats");

  /**
   * For each set of arguments (without the options in {@link #COMPARED}), the values of those
   * options that earlier commands with the same arguments have covered.
   */
  private final Map<Set<String>, Set<String>> done = new HashMap<>();

  @TempDir private Path folder;

  /** Returns the pages of the documentation whose commands must work. */
  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    Path archive = ROOT.resolve("docs/results/archive");
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(page -> page.toString().endsWith(".md") && !page.startsWith(archive))
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }

  static List<String> commands(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.startsWith(COMMAND))
        .map(line -> line.substring(COMMAND.length()))
        .distinct()
        .toList();
  }

  /**
   * Returns whether a command is about an engine, a database or a data directory. These commands
   * together take about the same time as all other commands.
   */
  static boolean isAboutData(String command) {
    return command.matches(
        "(bench (ycsb|tpcc|tpce|stock|jdbc)|experiment (rocc|plor|cormcc|ermia)|torture|soak|backup|restore|load|inspect)\\b.*");
  }

  /** Returns whether this class runs a command. */
  abstract boolean runs(String command);

  @TestFactory
  Stream<DynamicTest> everyCommandRuns() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : pages()) {
      for (String command : commands(page).stream().filter(this::runs).toList()) {
        tests.add(DynamicTest.dynamicTest(page.getFileName() + ": " + command, () -> run(command)));
      }
    }
    return tests.stream();
  }

  private void run(String command) {
    if (command.startsWith("top")) {
      try (WatchedServer server = new WatchedServer()) {
        run(command, List.of("--once", "--server", server.url()));
      }
    } else if (command.startsWith("backup")) {
      runWithServer(command, server -> server.adminAddress().orElseThrow());
    } else if (command.startsWith("load") || command.startsWith("play --server")) {
      runWithServer(command, YardmasterServer::address);
    } else {
      run(command, List.of());
    }
  }

  private void runWithServer(
      String command, Function<YardmasterServer, InetSocketAddress> addressed) {
    ServerConfig config =
        ServerConfig.builder()
            .set("listen", "127.0.0.1:0")
            .set("admin.listen", "127.0.0.1:0")
            .set("data", folder.resolve("served").toString())
            .build();
    try (YardmasterServer server = YardmasterServer.start(config, List.of())) {
      run(command, List.of("--server", "127.0.0.1:" + addressed.apply(server).getPort()));
    }
  }

  private void run(String command, List<String> more) {
    List<String> arguments = new ArrayList<>();
    for (String argument : List.of(command.trim().split("\\s+"))) {
      arguments.add(
          argument
              .replaceFirst("^'(.*)'$", "$1")
              .replaceFirst("^reports/", folder + "/")
              .replaceFirst("^docs/", ROOT + "/docs/"));
    }
    var unused = commandLine(new StringWriter()).parseArgs(arguments.toArray(String[]::new));
    if (command.startsWith("cluster ")) {
      return; // ClusterGuideTest runs these commands on three servers.
    }
    if (command.contains("--class-path")) {
      return; // WorkloadsGuideTest runs these commands, with the classes of the guide.
    }
    if (!arguments.contains("--help")) {
      OMITTED.forEach(option -> remove(arguments, option));
      replace(arguments, shortening(arguments));
      replace(arguments, more);
    }
    if (!removeWhatHasRun(arguments)) {
      return;
    }
    if (command.startsWith("bench wire") && !arguments.contains(WITHOUT_REDIS)) {
      RequiresRedis.check();
    }
    if (command.startsWith("plot ")) {
      makeReports(arguments);
    }
    StringWriter out = new StringWriter();
    assertEquals(0, commandLine(out).execute(arguments.toArray(String[]::new)), out.toString());
    rememberFields(arguments);
  }

  /** Copies a report to the files of the command that do not exist. */
  private void makeReports(List<String> arguments) {
    try {
      for (String argument : arguments) {
        Path file = Path.of(argument);
        if (argument.endsWith(".json") && !Files.exists(file)) {
          Files.copy(folder.resolve("plotted.json"), file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CommandLine commandLine(StringWriter out) {
    Environment system = Environment.system();
    CommandLine line =
        YardmasterCommand.commandLine(
            new Environment(
                system.launcher(),
                system.clock(),
                system.terminal(),
                system.input(),
                new EmbeddedYardmaster(),
                new EmbeddedAttacks()));
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(out));
    return line;
  }

  /**
   * Removes the values that an earlier command with otherwise equal arguments has compared, and
   * returns whether any value remains to run.
   */
  private boolean removeWhatHasRun(List<String> arguments) {
    int at = 0;
    while (at < arguments.size() && !COMPARED.contains(arguments.get(at))) {
      at++;
    }
    if (at == arguments.size()) {
      return done.putIfAbsent(new HashSet<>(arguments), Set.of()) == null;
    }
    List<String> others = new ArrayList<>(arguments);
    Set<String> compared = new LinkedHashSet<>(List.of(others.remove(at + 1).split(",")));
    Set<String> earlier = done.computeIfAbsent(new HashSet<>(others), none -> new HashSet<>());
    compared.removeAll(earlier);
    earlier.addAll(compared);
    arguments.set(at + 1, String.join(",", compared));
    return !compared.isEmpty();
  }

  /** Adds options, which replace options with the same names. */
  private static void replace(List<String> arguments, List<String> options) {
    for (String option : options) {
      if (option.startsWith("--")) {
        remove(arguments, option);
      }
    }
    arguments.addAll(options);
  }

  private static void remove(List<String> arguments, String option) {
    int at = arguments.indexOf(option);
    if (at >= 0) {
      arguments.remove(at);
      if (at < arguments.size() && !arguments.get(at).startsWith("--")) {
        arguments.remove(at);
      }
    }
  }

  /**
   * Checks the report that the command wrote, and stores its fields under the command's name. The
   * CSV report must have a record for each repeat of each metric.
   */
  private void rememberFields(List<String> arguments) {
    int json = arguments.lastIndexOf("--json") + 1;
    if (json == 0 || arguments.contains("--list") || !Files.exists(Path.of(arguments.get(json)))) {
      return;
    }
    String command =
        arguments.get(0)
            + (!arguments.get(1).startsWith("-")
                ? ' ' + arguments.get(1)
                : arguments.get(0).equals("bench") ? " smallbank" : "");
    try {
      Path file = Path.of(arguments.get(json));
      FigureSchema.requireValid(file);
      if (command.equals("bench smallbank") && Files.readString(file).contains(PLOTTED)) {
        Files.copy(file, folder.resolve("plotted.json"), StandardCopyOption.REPLACE_EXISTING);
      }
      JsonNode report = new ObjectMapper().readTree(file.toFile());
      String repeated = report.get("command").asText().replace("'", "");
      assertEquals("./yardmaster " + String.join(" ", arguments), repeated);
      String csv = Files.readString(Path.of(arguments.get(arguments.lastIndexOf("--csv") + 1)));
      assertEquals(1 + JsonReports.repeats(report), csv.split("\r\n").length, command);
      PinnedNames.addFields(command, report, FIELDS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Requires that the reports of all commands that ran have exactly the pinned fields, because
   * scripts read these fields. The shortened commands may leave metrics undefined, which the
   * reports omit.
   */
  @AfterAll
  static void theFieldsAreThePinnedOnes() throws IOException {
    // The causes of aborts differ between runs.
    FIELDS.removeIf(field -> field.endsWith(".metrics.*"));
    Set<String> commands = new TreeSet<>();
    FIELDS.forEach(field -> commands.add(commandOf(field)));
    Set<String> expected = new TreeSet<>(FIELDS);
    PinnedNames.section(REPORTS).stream()
        .filter(field -> !commands.contains(commandOf(field)) || isLeftOutIfUndefined(field))
        .forEach(expected::add);
    PinnedNames.require(REPORTS, expected);
  }

  private static boolean isLeftOutIfUndefined(String field) {
    return field.contains(".metrics.")
        || field.contains("bars[]")
        || field.contains(".marks[]")
        || field.endsWith(".jvmOptions[]");
  }

  private static String commandOf(String field) {
    return field.split("[.\\[]", 2)[0];
  }

  private List<String> shortening(List<String> arguments) {
    return switch (arguments.get(0)) {
      case "bench" -> benchShortening(arguments.subList(1, arguments.size()));
      case "simulate", "fuzz" ->
          arguments.contains("--seed")
              ? List.of()
              : List.of("--seeds", "1..3", "--history", folder.resolve("failed").toString());
      case "experiment" -> experimentShortening(arguments);
      case "plan" ->
          List.of(
              "--rate",
              "200000",
              "--keys",
              "1000",
              "--json",
              folder.resolve("plan.json").toString(),
              "--csv",
              folder.resolve("plan.csv").toString());
      case "torture" -> tortureShortening(arguments);
      case "soak" ->
          List.of(
              "--minutes",
              "0.05",
              "--stretches",
              "1",
              "--customers",
              "10",
              "--clients",
              "2",
              "--concurrency",
              "8",
              "--data",
              folder.resolve(arguments.contains("--engine") ? "soak-engine" : "soak").toString(),
              "--keep");
      // PlayGuideTest, in the module play, runs the transcripts of the guide.
      case "play" -> List.of("--script", script().toString());
      case "demo" -> List.of("--seconds", arguments.contains("cluster") ? "1.4" : "0.1");
      case "fuzz-wire" -> List.of("--inputs", "200");
      // Without this option the command would run until a user stops it.
      case "serve" -> List.of("--print-config");
      default -> List.of();
    };
  }

  private Path script() {
    try {
      return Files.writeString(folder.resolve("lines"), "tour\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path papers() {
    return folder.resolve("papers");
  }

  /** Chooses figures that need little or no measurement; other tests cover the other figures. */
  private List<String> experimentShortening(List<String> arguments) {
    if (arguments.get(1).equals("all")) {
      return List.of(
          "--papers", "rocc", "--quick", "--for", "1s", "--results", papers().toString());
    }
    if (arguments.get(1).equals("summary")) {
      return List.of("--results", papers().toString());
    }
    List<String> more =
        new ArrayList<>(
            List.of(
                "--json",
                folder.resolve(arguments.get(1) + ".json").toString(),
                "--csv",
                folder.resolve(arguments.get(1) + ".csv").toString(),
                "--report",
                folder.resolve(arguments.get(1) + ".html").toString()));
    if (arguments.get(1).equals("rocc")) {
      more.addAll(List.of("--figure", "t2"));
    } else if (arguments.get(1).equals("plor")) {
      more.addAll(List.of("--figure", "optimistic", "--records", "1000"));
      more.addAll(quickRounds("0.01"));
    } else if (arguments.get(1).equals("cormcc-tree")) {
      more.addAll(List.of("--tree", folder.resolve("tree.txt").toString(), "--records", "2000"));
      // In shorter intervals, workers do not run the transactions from which a load's features are
      // sampled.
      more.addAll(List.of("--quick", "--virtual-seconds", "0.0007", "--repeats", "1"));
    } else if (arguments.get(1).equals("cormcc")) {
      more.addAll(List.of("--figure", "15", "--records", "2000"));
      more.addAll(quickRounds("0.01"));
    } else if (arguments.get(1).equals("ermia")) {
      more.addAll(List.of("--figure", "scan", "--records", "2000"));
      more.addAll(quickRounds("0.05"));
    } else if (arguments.get(1).equals("machines")) {
      more.addAll(List.of("--figure", "shards", "--quick"));
    } else if (arguments.get(1).equals("scale")) {
      more.addAll(List.of("--figure", "lambdas", "--seconds", "0.02", "--quick"));
    } else {
      more.addAll(List.of("--figure", "5", "--seconds", "0.001", "--objects", "1000"));
      more.add("--quick");
    }
    return more;
  }

  private static List<String> quickRounds(String seconds) {
    return List.of(
        "--quick", "--seconds", seconds, "--virtual-seconds", "0.0005", "--repeats", "1");
  }

  private List<String> tortureShortening(List<String> arguments) {
    if (arguments.contains("tables")) {
      return List.of("--kills", "1", "--data", folder.resolve("torture-tables").toString());
    }
    List<String> more = new ArrayList<>(List.of("--kills", "1", "--customers", "10"));
    if (List.of("torture", "--kills").equals(arguments.subList(0, arguments.size() - 1))) {
      // The same run as that of the command that keeps its data.
      more.addAll(List.of("--data", folder.resolve("service").toString(), "--keep"));
      return more;
    }
    if (arguments.contains("--cluster")) {
      more.addAll(List.of("--concurrency", "20"));
    }
    if (!arguments.contains("--data")) {
      more.addAll(List.of("--data", folder.resolve("torture").toString()));
    }
    return more;
  }

  private List<String> benchShortening(List<String> arguments) {
    String first = arguments.isEmpty() ? "" : arguments.get(0);
    List<String> more = new ArrayList<>();
    boolean onEngine = List.of("ycsb", "tpcc", "tpce", "stock").contains(first);
    boolean needsNoData =
        onEngine
            ? !arguments.contains("--log")
            : List.of("wire", "connections", "attacks", "jdbc").contains(first)
                || arguments.contains("--server")
                || arguments.contains("--on");
    if (!needsNoData) {
      more.addAll(List.of("--data", folder.resolve("data").toString()));
    }
    more.addAll(List.of("--json", folder.resolve("report.json").toString()));
    more.addAll(List.of("--csv", folder.resolve("report.csv").toString()));
    if (!onEngine && !List.of("limit", "disk", "soak", "connections").contains(first)) {
      more.addAll(List.of("--html", folder.resolve("report.html").toString()));
    }
    more.addAll(
        switch (first) {
          case "recovery" -> List.of("--records", "1000,2000", "--repeats", "1");
          case "recovery-tables" ->
              List.of("--commits", "2000", "--keys", "1000", "--repeats", "1");
          // ReplicationCommandTest measures all faults.
          case "replication" ->
              List.of(
                  "--measure",
                  "append,transfer",
                  "--bytes",
                  "1000",
                  "--in-flight",
                  "4",
                  "--seconds",
                  "0.1",
                  "--warmup",
                  "0",
                  "--repeats",
                  "1");
          case "soak" -> List.of("--minutes", "0.01", "--heap-growth-mib", "500");
          case "micro", "limit" -> shortRun("--objects");
          case "smallbank", "wire" -> shortRun("--customers");
          case "disk" -> shortRun(arguments.contains("micro") ? "--objects" : "--customers");
          case "jdbc" -> jdbcShortening(arguments);
          case "ycsb", "tpcc", "tpce", "stock" -> engineShortening(arguments);
          // Attacks have bars, which such a short run may miss.
          case "attacks" ->
              Stream.concat(
                      shortRun("--customers").stream(),
                      Stream.of("--attacks", "busy-loop", "--rate", "200"))
                  .toList();
          case "connections" ->
              List.of(
                  "--connections",
                  "50",
                  "--concurrency",
                  "100",
                  "--minutes",
                  "0.01",
                  "--beyond-heap-mib",
                  "10000",
                  "--growth-mib",
                  "10000");
          default -> List.of("--seconds", "0.1", "--warmup", "0", "--repeats", "1");
        });
    return more;
  }

  /**
   * Returns options for a small store, because each round loads a new store, and loading a large
   * one takes longer than the interval.
   */
  private static List<String> shortRun(String sizeOption) {
    return List.of("--seconds", "0.1", "--warmup", "0", "--repeats", "1", sizeOption, "1000");
  }

  /**
   * Returns options for a short run with few simulated workers. Simulating one virtual second takes
   * minutes, and drawing transactions for many workers also takes long.
   */
  private static List<String> engineShortening(List<String> arguments) {
    List<String> more = new ArrayList<>(List.of("--warmup", "0", "--repeats", "1"));
    if (arguments.contains("--simulated")) {
      String seconds = arguments.contains("--redraw-ms") ? "0.002" : "0.001";
      more.addAll(List.of("--simulated", "3", "--seconds", seconds));
    } else {
      more.addAll(List.of("--seconds", "0.1"));
    }
    if (arguments.contains("--delay-us")) {
      // With the delay that the documentation shows, hardly any transaction would commit in such a
      // short time.
      more.addAll(List.of("--delay-us", "5"));
    }
    if (arguments.contains("--scan-length")) {
      more.addAll(List.of("--scan-length", "50"));
    }
    more.addAll(
        switch (arguments.get(0)) {
          case "ycsb" -> List.of("--records", "1000");
          case "tpce" -> List.of("--customers", "100", "--days", "1");
          // Before the code is compiled, 10,000 reads can take longer than the whole interval.
          case "stock" -> List.of("--warehouses", "1", "--reads", "1000");
          default -> List.of("--warehouses", arguments.contains("--cross-warehouses") ? "2" : "1");
        });
    if (arguments.contains("--redraw-ms")) {
      more.addAll(List.of("--redraw-ms", "1"));
    }
    return more;
  }

  private static List<String> jdbcShortening(List<String> arguments) {
    if (arguments.contains("--slices")) {
      List<String> slices = new ArrayList<>();
      if (arguments.contains("--processes")) {
        slices.addAll(List.of("--processes", "2", "--workloads", "ycsb"));
      }
      slices.addAll(
          List.of(
              "--forced-writes",
              "off",
              "--connections",
              "2",
              "--skew",
              "1.2",
              "--pools",
              "none",
              "--pairs",
              "1",
              "--seconds",
              "0.1",
              "--warmup",
              "0",
              "--customers",
              "500",
              "--rows",
              "500"));
      return slices;
    }
    List<String> more =
        new ArrayList<>(
            List.of("--customers", "500", "--seconds", "0.1", "--warmup", "0", "--repeats", "1"));
    more.addAll(List.of("--connections", "2", "--lanes", "2"));
    if (!arguments.contains("--cap")) {
      more.addAll(List.of("--cap", "2"));
    }
    return more;
  }
}
