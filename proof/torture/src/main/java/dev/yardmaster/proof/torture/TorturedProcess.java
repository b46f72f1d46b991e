package dev.yardmaster.proof.torture;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The parent's end of a child process with a {@link TorturedService}. */
final class TorturedProcess implements AutoCloseable {

  private static final long END_TIMEOUT_S = 60;
  private static final String HEAP = "-Xmx512m";

  private final Process process;
  private final Writer input;
  private final Thread reader;

  /**
   * Starts a process with this process's JVM and class path.
   *
   * @param errors the file for the error output of the process
   * @param lines receives each line of the process's output, on a separate thread, until the
   *     process has ended
   */
  TorturedProcess(Path directory, String mode, Path errors, Consumer<String> lines)
      throws IOException {
    process =
        new ProcessBuilder(
                List.of(
                    ProcessHandle.current().info().command().orElse("java"),
                    HEAP,
                    "-cp",
                    System.getProperty("java.class.path"),
                    TorturedService.class.getName(),
                    directory.toString(),
                    mode))
            .redirectError(errors.toFile())
            .start();
    input =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    reader = new Thread(() -> read(lines), "answers of the child");
    reader.setDaemon(true);
    reader.start();
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
      // The end of the process has cut this line off, so it does not count.
    } catch (IOException e) {
      // Ignored: the pipe has broken because the process has ended.
    }
  }

  /** Sends a line to the process. If the process has ended, the line is lost. */
  synchronized void say(String line) {
    try {
      input.write(line);
      input.write('\n');
      input.flush();
    } catch (IOException e) {
      // Ignored: the process has ended or is ending, so the line gets no answer.
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Ends the process with SIGKILL. When this method returns, all output of the process has been
   * processed.
   */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
    reader.join();
  }

  /** Waits until the process ends by itself. Returns its exit code. */
  int end() throws InterruptedException {
    say(Line.CLOSE);
    if (!process.waitFor(END_TIMEOUT_S, TimeUnit.SECONDS)) {
      throw new TortureFailure("the child did not end within " + END_TIMEOUT_S + " s");
    }
    reader.join();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
