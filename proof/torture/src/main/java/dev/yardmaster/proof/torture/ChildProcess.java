package dev.yardmaster.proof.torture;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The parent's access to a child process. Parent and child exchange {@link Line}s. If this process
 * ends before {@link #close}, the child is killed.
 */
public final class ChildProcess implements AutoCloseable {

  private static final long END_TIMEOUT_S = 60;
  private static final String HEAP = "-Xmx512m";

  private final Process process;
  private final Writer input;
  private final Thread reader;
  private final Thread killer = new Thread(this::destroy, "killer of the child");

  /**
   * Starts a process with this process's JVM, class path and {@link #inheritedOptions}.
   *
   * @param main the class with the child's main method
   * @param arguments the arguments of the main method
   * @param errors the file for the error output of the process
   * @param lines receives each line of the process's output, on a separate thread, until the
   *     process has ended
   */
  public ChildProcess(Class<?> main, List<String> arguments, Path errors, Consumer<String> lines)
      throws IOException {
    List<String> command =
        new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java"), HEAP));
    command.addAll(inheritedOptions());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    Runtime.getRuntime().addShutdownHook(killer);
    input =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    reader = new Thread(() -> read(lines), "answers of the child");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Options of this process's JVM that the child inherits. These options avoid the two greatest
   * costs of a short-lived process: the optimizing compiler, and a heap that is resident from the
   * start.
   */
  public static List<String> inheritedOptions() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(
            option ->
                option.startsWith("-XX:TieredStopAtLevel=") || option.equals("-XX:-AlwaysPreTouch"))
        .toList();
  }

  private void read(Consumer<String> lines) {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      StringBuilder line = new StringBuilder();
      for (int next = output.read(); next >= 0; next = output.read()) {
        if (next == '\n') {
          lines.accept(line.toString());
          line.setLength(0);
        } else {
          line.append((char) next);
        }
      }
      // The process ended in the middle of this line, so the line is ignored.
    } catch (IOException e) {
      // The exception is ignored: the pipe has broken because the process has ended.
    }
  }

  /** Sends a line to the process. If the process has ended, the line is lost. */
  public synchronized void say(String line) {
    try {
      input.write(line);
      input.write('\n');
      input.flush();
    } catch (IOException e) {
      // The exception is ignored: the process has ended or is about to end, so the line gets no
      // answer.
    }
  }

  /** Returns whether the process is still running. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Ends the process with SIGKILL. When this method returns, all output of the process has been
   * processed.
   */
  public void kill() throws InterruptedException {
    // The method Process.destroyForcibly would close the pipe and lose the lines that are in it.
    boolean unused = process.toHandle().destroyForcibly();
    process.waitFor();
    reader.join();
    close();
  }

  /** Sends a signal to the process, for example {@code STOP}. */
  public void signal(String name) throws IOException, InterruptedException {
    int exitCode =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    if (exitCode != 0) {
      throw new IOException("the signal " + name + " could not be sent: exit code " + exitCode);
    }
  }

  private void destroy() {
    process.destroyForcibly();
  }

  /**
   * Ends the process with SIGTERM. When this method returns, all output of the process has been
   * processed.
   *
   * @throws TortureFailure if the process does not end in time
   */
  public void terminate() throws InterruptedException {
    process.destroy();
    awaitEnd();
  }

  /**
   * Asks the process to end, and waits for its end. Returns the process's exit code.
   *
   * @throws TortureFailure if the process does not end in time
   */
  public int end() throws InterruptedException {
    say(Line.CLOSE);
    awaitEnd();
    return process.exitValue();
  }

  private void awaitEnd() throws InterruptedException {
    if (!process.waitFor(END_TIMEOUT_S, TimeUnit.SECONDS)) {
      throw new TortureFailure("the child did not end within " + END_TIMEOUT_S + " s");
    }
    reader.join();
    close();
  }

  /** Kills the process if it is still running. */
  @Override
  public void close() {
    destroy();
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(killer);
    } catch (IllegalStateException e) {
      // The exception is ignored: this process is ending, so the hook already runs.
    }
  }
}
