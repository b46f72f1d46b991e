package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.cli.values.WorkloadHelp;
import dev.yardmaster.benchmarks.run.Logic;
import dev.yardmaster.benchmarks.workload.CommonsInputs;
import dev.yardmaster.benchmarks.workload.ZipfIds;
import dev.yardmaster.workloads.Workload;
import dev.yardmaster.workloads.WorkloadFactory;
import dev.yardmaster.workloads.WorkloadOption;
import dev.yardmaster.workloads.WorkloadSettings;
import dev.yardmaster.workloads.Workloads;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options for the workload and its size. */
public final class WorkloadOptions {

  private static final String DEFAULT = "smallbank";

  @Option(
      names = "--workload",
      paramLabel = "<name>",
      converter = WorkloadHelp.Name.class,
      description = "The same as WORKLOAD. ${RANGE}. Default: " + DEFAULT + ".")
  private String name;

  @Option(
      names = "--class-path",
      paramLabel = "<path>",
      split = ",",
      description =
          "Directories and jars with workloads of your own, comma-separated. Default: only the"
              + " workloads that come with the build.")
  private List<Path> classPath;

  @Option(
      names = "--set",
      paramLabel = "<name=value>",
      split = ",",
      converter = WorkloadHelp.Options.class,
      description =
          "Options of the workload, comma-separated. ${RANGE}. Default: the default of each.")
  private List<String> settings;

  @Option(
      names = "--skew",
      paramLabel = "<theta>",
      converter = DecimalNumber.Skew.class,
      description = "The same as --set skew=<theta>. Default: as for --set.")
  private Double skew;

  @Option(
      names = "--customers",
      paramLabel = "<n>",
      converter = WholeNumber.Customers.class,
      description = "The same as --set customers=<n>. Default: as for --set.")
  private Integer customers;

  @Option(
      names = "--objects",
      paramLabel = "<n>",
      converter = WholeNumber.Objects.class,
      description = "The same as --set objects=<n>. Default: as for --set.")
  private Integer objects;

  @Option(
      names = "--logic",
      paramLabel = "<kind>",
      converter = Choice.LogicName.class,
      defaultValue = "procedure",
      description =
          "How transactions run: procedure (with declared keys, on the pipeline's threads) or"
              + " interactive (the same bodies as lambdas, each on its own thread; --concurrency"
              + " is then at most 2,000).")
  private Logic logic;

  /** A workload with the values of its options. */
  public record Chosen(WorkloadFactory factory, WorkloadSettings settings) {

    /** Returns the workload's name. */
    public String name() {
      return factory.name();
    }

    /** Returns the theta of Zipf's law; 0 if the workload has no such option. */
    public double skew() {
      return factory.options().contains(ZipfIds.SKEW) ? settings.decimal(ZipfIds.SKEW) : 0;
    }

    /** Draws the transactions of the workload. */
    public Workload draw() {
      return factory.create(settings);
    }
  }

  /** Returns the directories and jars with workloads of the user. */
  public List<Path> classPath() {
    return classPath == null ? List.of() : classPath;
  }

  public Logic logic() {
    return logic;
  }

  /**
   * Returns the workload that the positional argument or the option names, or the default. The
   * classes of the workload stay loaded until the process ends.
   *
   * @throws dev.yardmaster.api.YardmasterException {@link dev.yardmaster.api.ErrorCode#BAD_CONFIG}
   *     if there is no such workload, or if the value of an option is wrong
   */
  public Chosen choose(String positional, long seed, CommandLine command) {
    if (positional != null && name != null && !positional.equals(name)) {
      throw new ParameterException(command, "two workloads are named: " + positional + ", " + name);
    }
    String named = Stream.of(positional, name).filter(Objects::nonNull).findFirst().orElse(DEFAULT);
    WorkloadFactory factory = Workloads.on(classPath()).named(named);
    return new Chosen(
        factory, new WorkloadSettings(factory, given(command), seed, CommonsInputs::new));
  }

  private Map<String, String> given(CommandLine command) {
    Map<String, String> given = new LinkedHashMap<>();
    for (String setting : settings == null ? List.<String>of() : settings) {
      String[] pair = setting.split("=", 2);
      if (pair.length < 2) {
        throw new ParameterException(command, "--set=" + setting + " is not name=value");
      }
      put(given, pair[0], pair[1], command);
    }
    put(given, "skew", skew, command);
    put(given, "customers", customers, command);
    put(given, "objects", objects, command);
    return given;
  }

  private static void put(
      Map<String, String> given, String name, Object value, CommandLine command) {
    if (value != null && given.putIfAbsent(name, value.toString()) != null) {
      throw new ParameterException(
          command,
          "the workload's option " + name + " is given twice: " + given.get(name) + ", " + value);
    }
  }

  /**
   * Checks that interactive logic does not need too many threads, because each interactive
   * transaction has its own thread.
   */
  public void check(int concurrency, CommandLine command) {
    if (logic == Logic.INTERACTIVE && concurrency > Logic.MAX_INTERACTIVE) {
      throw new ParameterException(
          command,
          String.format(
              Locale.ROOT,
              "--logic=interactive needs a thread for each transaction, so at most"
                  + " --concurrency=%d, not --concurrency=%d",
              Logic.MAX_INTERACTIVE,
              concurrency));
    }
  }

  /** Returns the lines that describe all workloads and their options. */
  public List<String> list() {
    try (Workloads workloads = Workloads.on(classPath())) {
      return workloads.all().stream()
          .flatMap(
              factory ->
                  Stream.concat(
                      Stream.of(factory.name() + ": " + factory.description()),
                      factory.options().stream()
                          .map(WorkloadOption::help)
                          .map(line -> "  " + line)))
          .toList();
    }
  }
}
