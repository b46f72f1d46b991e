package dev.yardmaster.benchmarks.process;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A child process that runs a Java program of this class path. The program listens on a port, or
 * answers requests of its parent process. The child ends when it is closed or when its parent
 * process ends, even if the parent is killed. Only one thread may use an instance.
 */
public final class MeasuredProcess implements AutoCloseable {

  /**
   * The JVM options of every child process that is measured. All children have the same options, so
   * that no child has an advantage.
   */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xms1g",
          "-Xmx1g",
          "-XX:+UseParallelGC",
          "-XX:+AlwaysPreTouch",
          "-XX:+ExitOnOutOfMemoryError");

  /** The beginning of a command line that runs a program with the lowest priority. */
  private static final List<String> LOWEST_PRIORITY = List.of("nice", "-n", "19");

  /**
   * The JVM options of a child that is not measured, or that is one of several client processes.
   */
  private static final List<String> SMALL_JVM_OPTIONS = List.of("-Xmx256m", "-XX:+UseSerialGC");

  /** The size of a child's heap, in bytes. The whole heap is resident from the start. */
  public static final long HEAP_BYTES = 1L << 30;

  private static final String READY = "ready ";
  private static final String ANSWER = "answer ";
  private static final String FAILED = "failed ";
  private static final long START_TIMEOUT_S = 60;
  private static final long END_TIMEOUT_S = 20;

  private final String name;
  private final Process process;
  private final BufferedReader output;
  private final Path errors;
  private final Thread killWithParent;
  private final int port;

  private MeasuredProcess(
      String name, Process process, BufferedReader output, Path errors, int port) {
    this.name = name;
    this.process = process;
    this.output = output;
    this.errors = errors;
    this.port = port;
    killWithParent = new Thread(process::destroyForcibly, "end-" + name);
    Runtime.getRuntime().addShutdownHook(killWithParent);
  }

  /** Answers the requests of a parent process. */
  @FunctionalInterface
  public interface Answers {

    /**
     * Returns the answer to a request. Request and answer are one line each. If this method throws
     * an exception, the parent's {@link #receive} throws one, too.
     */
    String answer(String request) throws Exception;
  }

  /**
   * Starts a program and waits until the program listens on a port.
   *
   * @throws WorkloadFailure if the program does not listen; the message holds its last output
   */
  public static MeasuredProcess start(Class<?> program, String... arguments)
      throws InterruptedException {
    return start(List.of(), JVM_OPTIONS, program, arguments);
  }

  /**
   * Starts a program with the lowest priority and a small heap, for work that must not take the
   * processors from the programs that are measured.
   *
   * @throws WorkloadFailure if the program does not listen; the message holds its last output
   */
  public static MeasuredProcess startWithLowPriority(Class<?> program, String... arguments)
      throws InterruptedException {
    return start(LOWEST_PRIORITY, SMALL_JVM_OPTIONS, program, arguments);
  }

  /**
   * Starts a program with a small heap, for client processes, of which several are measured
   * together.
   *
   * @throws WorkloadFailure if the program does not listen; the message holds its last output
   */
  public static MeasuredProcess startSmall(Class<?> program, String... arguments)
      throws InterruptedException {
    return start(List.of(), SMALL_JVM_OPTIONS, program, arguments);
  }

  private static MeasuredProcess start(
      List<String> prefix, List<String> options, Class<?> program, String... arguments)
      throws InterruptedException {
    List<String> command = new ArrayList<>(prefix);
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(options);
    command.addAll(dev.yardmaster.proof.torture.ChildProcess.inheritedOptions());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    String name = program.getSimpleName();
    Path errors = null;
    Process process = null;
    boolean listens = false;
    try {
      errors = Files.createTempFile("yardmaster-" + name, ".log");
      process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      BufferedReader output =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      int port = awaitPort(output, name, errors);
      listens = true;
      return new MeasuredProcess(name, process, output, errors, port);
    } catch (IOException e) {
      throw new WorkloadFailure("cannot start " + name + ": " + e.getMessage(), e);
    } finally {
      if (!listens) {
        end(process, errors);
      }
    }
  }

  private static int awaitPort(BufferedReader output, String name, Path errors)
      throws InterruptedException {
    try {
      String line =
          CompletableFuture.supplyAsync(() -> nextLine(output, READY, READY))
              .get(START_TIMEOUT_S, TimeUnit.SECONDS);
      if (line != null) {
        return Integer.parseInt(line.substring(READY.length()));
      }
      throw new WorkloadFailure(name + " did not start: " + lastWords(errors));
    } catch (ExecutionException e) {
      throw new WorkloadFailure(name + " did not start: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new WorkloadFailure(name + " did not listen after " + START_TIMEOUT_S + " s", e);
    }
  }

  /**
   * Returns the next line of the program's output that has one of two prefixes; null if the program
   * has ended.
   */
  private static String nextLine(BufferedReader output, String prefix, String other) {
    try {
      String line = output.readLine();
      while (line != null && !line.startsWith(prefix) && !line.startsWith(other)) {
        line = output.readLine();
      }
      return line;
    } catch (IOException e) {
      return null;
    }
  }

  private static String lastWords(Path errors) {
    try {
      List<String> lines = Files.readAllLines(errors);
      return lines.isEmpty() ? "there is no output" : lines.get(0);
    } catch (IOException e) {
      return "the output cannot be read: " + e.getMessage();
    }
  }

  /** Returns the port on which the program listens. */
  public int port() {
    return port;
  }

  /** Returns the id of the process. */
  public long pid() {
    return process.pid();
  }

  /**
   * Returns the processor time of the process; empty if the process has ended, or the time is
   * unknown.
   */
  public Optional<Duration> cpuTime() {
    return process.info().totalCpuDuration();
  }

  /** Returns whether the process is running. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Sends a request to a program that runs {@link #serve}. If the program has ended, the request is
   * lost.
   */
  public void send(String request) {
    try {
      process.getOutputStream().write((request + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      // The exception is ignored: the program has ended, so the request gets no answer.
    }
  }

  /**
   * Waits for the answer to the oldest unanswered request.
   *
   * @throws WorkloadFailure if the request failed, or the program has ended
   */
  public String receive() {
    String line = nextLine(output, ANSWER, FAILED);
    if (line == null) {
      throw new WorkloadFailure(name + " has ended: " + lastWords(errors));
    }
    if (line.startsWith(FAILED)) {
      throw new WorkloadFailure(name + ": " + line.substring(FAILED.length()));
    }
    return line.substring(ANSWER.length());
  }

  /** Kills the process without an orderly end, and returns without waiting for its end. */
  public void kill() {
    process.toHandle().destroyForcibly();
  }

  @Override
  public void close() {
    end(process, errors);
    try {
      Runtime.getRuntime().removeShutdownHook(killWithParent);
    } catch (IllegalStateException e) {
      // The exception is ignored: this process is already ending, so the hook runs anyway.
    }
  }

  private static void end(Process process, Path errors) {
    if (process != null) {
      end(process);
    }
    try {
      if (errors != null) {
        Files.deleteIfExists(errors);
      }
    } catch (IOException e) {
      // The exception is ignored: the temporary file remains until the operating system removes it.
    }
  }

  /** Asks a process to end, and kills the process if it does not end. */
  private static void end(Process process) {
    try {
      process.getOutputStream().close();
      if (process.waitFor(END_TIMEOUT_S, TimeUnit.SECONDS)) {
        return;
      }
    } catch (IOException e) {
      // The exception is ignored: the process has already ended, or has closed its input.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }

  /**
   * Runs the main loop of a program that listens on a port: reports the port to the parent process,
   * and returns when the parent closes the program's input.
   */
  public static void serveUntilParentEnds(int port) throws IOException {
    serve(port, request -> "");
  }

  /**
   * Runs the main loop of a program: reports the port to the parent process, answers its requests,
   * and returns when the parent closes the program's input.
   */
  public static void serve(int port, Answers answers) throws IOException {
    say(READY + port);
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      String answer;
      try {
        answer = ANSWER + answers.answer(line);
      } catch (Exception e) { // Any failure is reported to the parent process.
        answer = FAILED + e.toString().replace('\n', ' ');
      }
      say(answer);
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
