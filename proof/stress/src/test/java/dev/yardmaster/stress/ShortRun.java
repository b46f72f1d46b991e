package dev.yardmaster.stress;

import static java.util.regex.Pattern.MULTILINE;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.Verbosity;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.ReportUtils;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.SpinLoopStyle;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.NodeType;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.vm.CompileMode;

/**
 * The short form of the stress tests. It runs the code that jcstress has generated for all tests in
 * one JVM ({@link SharedJvm}), with jcstress's compiler directives, and jcstress grades the
 * results. The main program of jcstress would start one or two JVMs for each test, and about twenty
 * JVMs to probe which options they support. These starts would take most of the processor time of a
 * short run.
 */
final class ShortRun {

  /**
   * The options of the JVM. With them, the JIT compiler randomizes the order of operations in each
   * method, as far as the order is free.
   */
  private static final List<String> JVM =
      List.of(
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:+UseSerialGC",
          "-Xmx256m",
          "-XX:+StressLCM",
          "-XX:+StressGCM",
          "-XX:+StressIGVN",
          "-XX:+StressCCP",
          "-XX:CompilerDirectivesLimit=10000");

  private static final Pattern ANY_RUNNER = Pattern.compile("^(\\s+\")\\*::jcstress_", MULTILINE);

  private ShortRun() {}

  /** Runs each of the tests for the given time, and waits until all have ended. */
  static StressRun of(Path directory, int timeMs, Set<String> names)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Path directives = directory.resolve("directives.txt");
    Path output = directory.resolve("output.txt");
    Path file = directory.resolve("results");
    List<TestConfig> configs = new ArrayList<>();
    for (String name : names) {
      configs.add(config(TestList.getInfo(name), timeMs));
    }
    Files.writeString(directives, directives(configs));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    command.add("-XX:CompilerDirectivesFile=" + directives);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SharedJvm.class.getName(), file.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(output.toFile()))
            .start();
    boolean ended;
    try {
      try (DataOutputStream to = new DataOutputStream(process.getOutputStream())) {
        to.writeInt(configs.size());
        for (TestConfig config : configs) {
          new ForkedTestConfig(config).write(to);
        }
      }
      ended = process.waitFor(5, TimeUnit.MINUTES);
    } finally {
      process.destroyForcibly();
    }
    List<TestResult> results = results(file, configs);
    Files.writeString(output, report(results), StandardOpenOption.APPEND);
    return new StressRun(
        ended ? process.exitValue() : StressRun.NOT_ENDED, Files.readString(output), results);
  }

  private static TestConfig config(TestInfo test, int timeMs) {
    return new TestConfig(
        new ShortOptions(timeMs),
        test,
        0,
        JVM,
        CompileMode.UNIFIED,
        new SchedulingClass(AffinityMode.NONE, test.threads(), NodeType.PACKAGE));
  }

  /**
   * Joins the directives of all tests. The directives that jcstress generates for a test match the
   * methods of any generated class, because each JVM of jcstress runs only one such class. This
   * method restricts the directives of each test to the class of this test.
   */
  private static String directives(List<TestConfig> configs) {
    StringBuilder all = new StringBuilder("[");
    for (TestConfig config : configs) {
      StringWriter one = new StringWriter();
      PrintWriter printer = new PrintWriter(one);
      config.generateDirectives(printer, new Verbosity(0));
      printer.flush();
      String list = one.toString().strip();
      all.append(
          ANY_RUNNER
              .matcher(list.substring(1, list.length() - 1))
              .replaceAll("$1" + config.generatedRunnerName + "*::jcstress_"));
    }
    return all.append("]").toString();
  }

  /** Reads the results of the tests that ran. If not all tests ran, these are the first tests. */
  private static List<TestResult> results(Path file, List<TestConfig> configs) throws IOException {
    List<TestResult> results = new ArrayList<>();
    try (DataInputStream from = new DataInputStream(Files.newInputStream(file))) {
      while (from.available() > 0) {
        TestResult result = new TestResult(from);
        result.setConfig(configs.get(results.size()));
        results.add(result);
      }
    }
    return results;
  }

  /**
   * Returns a table of the states that each test has reached, and the forbidden states among them.
   */
  private static String report(List<TestResult> results) {
    StringWriter report = new StringWriter();
    PrintWriter printer = new PrintWriter(report);
    printer.println("RUN RESULTS:");
    for (TestResult result : results) {
      ReportUtils.printResult(printer, result, true);
      result.grading().failureMessages.forEach(printer::println);
    }
    return report.toString();
  }

  /**
   * The default options of jcstress, but with another time for each test. The main program of
   * jcstress reads its options from the command line.
   */
  private static final class ShortOptions extends Options {
    private final int timeMs;

    ShortOptions(int timeMs) {
      super(new String[0]);
      this.timeMs = timeMs;
    }

    @Override
    public int getTime() {
      return timeMs;
    }

    @Override
    public int getIterations() {
      return 1;
    }

    @Override
    public int getStrideSize() {
      return 256;
    }

    @Override
    public int getStrideCount() {
      return 40;
    }

    @Override
    public int getMaxFootprintMb() {
      return 64;
    }

    @Override
    public SpinLoopStyle getSpinStyle() {
      return SpinLoopStyle.THREAD_SPIN_WAIT;
    }
  }
}
