package dev.yardmaster.benchmarks.report;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The Git commit of the sources of the running code.
 *
 * @param commit the commit's hash of 40 hexadecimal digits; {@value #UNKNOWN} if the code does not
 *     run from a checkout, or if git is not installed
 * @param changed whether the sources of the code differ from the commit; empty if unknown
 */
public record SourceRevision(String commit, Optional<Boolean> changed) {

  /** The commit if it is not known. */
  public static final String UNKNOWN = "unknown";

  private static final int GIT_TIMEOUT_S = 10;

  /** The path of a file that only a checkout of this project has. */
  private static final String OF_THE_PROJECT =
      "benchmarks/src/main/java/dev/yardmaster/benchmarks/report/SourceRevision.java";

  /** The files from which the code is built. Documentation and tests do not change the code. */
  private static final List<String> SOURCES =
      List.of(":(glob)**/src/main/**", ":(glob)**/pom.xml", "yardmaster");

  /** The commit of the running classes, which a process determines once. */
  private static final class Running {
    static final SourceRevision REVISION = ofRunningClasses();
  }

  /**
   * Returns the commit of the checkout that contains the running classes. The script {@code
   * ./yardmaster} builds the classes again if the classes are older than the sources, so the
   * classes have the checkout's state. Call this method before the measurement, because the
   * checkout may change during the measurement. Further calls return the commit that the first call
   * found.
   */
  public static SourceRevision current() {
    return Running.REVISION;
  }

  private static SourceRevision ofRunningClasses() {
    try {
      return of(
          Path.of(
              SourceRevision.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the commit of the checkout that contains a file or folder. */
  static SourceRevision of(Path code) {
    Path folder = Files.isDirectory(code) ? code : code.getParent();
    Optional<Path> root = git(folder, "rev-parse", "--show-toplevel").map(Path::of);
    if (root.isEmpty() || !Files.exists(root.get().resolve(OF_THE_PROJECT))) {
      return new SourceRevision(UNKNOWN, Optional.empty());
    }
    List<String> status = new ArrayList<>(List.of("status", "--porcelain", "--"));
    status.addAll(SOURCES);
    return new SourceRevision(
        git(root.get(), "rev-parse", "--verify", "HEAD").orElse(UNKNOWN),
        git(root.get(), status.toArray(String[]::new)).map(changes -> !changes.isEmpty()));
  }

  /** Returns the output of git without the last line feed; empty if git fails or is missing. */
  private static Optional<String> git(Path folder, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    try {
      // The output goes to a file, because a long output could block git if nothing reads a pipe.
      Path output = Files.createTempFile("git", ".txt");
      try {
        return git(
            new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD),
            output);
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> git(ProcessBuilder command, Path output) throws IOException {
    Process git = command.start();
    try {
      boolean ended = git.waitFor(GIT_TIMEOUT_S, TimeUnit.SECONDS);
      return ended && git.exitValue() == 0
          ? Optional.of(Files.readString(output, StandardCharsets.UTF_8).stripTrailing())
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      git.destroy();
    }
  }

  @Override
  public String toString() {
    return commit + (changed.orElse(false) ? ", with changed sources" : "");
  }
}
