package dev.yardmaster.stress;

import static java.util.regex.Pattern.MULTILINE;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.ReportUtils;

/**
 * The results of one run of jcstress, which ran in its own Java process.
 *
 * @param exitCode exit code of the process; {@link #NOT_ENDED} if the process had to be stopped
 * @param output text output of the process
 * @param results a result for each test, JVM configuration and fork
 */
record StressRun(int exitCode, String output, Collection<TestResult> results) {

  static final int NOT_ENDED = -1;

  /**
   * Runs jcstress on this process's class path. Waits until the run ends. Stops the run at the
   * timeout, because a test whose actors wait forever may block it.
   *
   * @param directory directory for the results; results of an earlier run are overwritten
   */
  static StressRun of(Path directory, long timeoutMinutes, List<String> options)
      throws IOException, InterruptedException, ClassNotFoundException {
    Files.createDirectories(directory);
    for (Path earlier : resultFiles(directory)) {
      Files.delete(earlier);
    }
    Path output = directory.resolve("output.txt");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-v",
                "-r",
                "report"));
    command.addAll(options);
    // jcstress writes its results to the working directory even with the option -r.
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(output.toFile()))
            .start();
    boolean ended = false;
    try {
      ended = process.waitFor(timeoutMinutes, TimeUnit.MINUTES);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return new StressRun(
        ended ? process.exitValue() : NOT_ENDED, Files.readString(output), readResults(directory));
  }

  private static List<Path> resultFiles(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".bin.gz")).toList();
    }
  }

  private static Collection<TestResult> readResults(Path directory)
      throws IOException, ClassNotFoundException {
    InProcessCollector collected = new InProcessCollector();
    for (Path file : resultFiles(directory)) {
      DiskReadCollector reader = new DiskReadCollector(file.toString(), collected);
      reader.dump();
      reader.close();
    }
    return collected.getTestResults();
  }

  /** Returns the tests that ran and had only acceptable results. */
  Set<String> passed() {
    Set<String> names = names(results.stream());
    names.removeAll(names(results.stream().filter(one -> !ReportUtils.statusToPassed(one))));
    return names;
  }

  /**
   * Returns the tests that had forbidden results, threw an exception, did not end, or could not
   * run.
   */
  Set<String> failed() {
    return names(results.stream().filter(one -> !ReportUtils.statusToPassed(one)));
  }

  /**
   * Returns whether jcstress reported that the machine has too few cores for tests with the given
   * number of threads.
   */
  boolean lacksCoresFor(long actors) {
    return Pattern.compile("^ +" + actors + " actors:\\R +No scheduling is possible", MULTILINE)
        .matcher(output)
        .find();
  }

  private static Set<String> names(Stream<TestResult> results) {
    return results.map(TestResult::getName).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the summary that jcstress printed, or its whole output if there is no summary. */
  String summary() {
    return output.substring(Math.max(0, output.indexOf("RUN RESULTS:")));
  }
}
