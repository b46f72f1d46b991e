package dev.yardmaster.play.prompt;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The lines of a pipe or a file. The output repeats each line, so that the output reads like a
 * transcript. A separate thread reads the lines, because the prompt can be interrupted, but a read
 * from a pipe cannot.
 */
public final class ScriptLines implements LineSource {

  private final BufferedReader lines;
  private final PrintWriter out;
  private final ExecutorService reading =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "play-input");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Whether a read was still in progress when the prompt was interrupted. Such a read may never
   * end.
   */
  private boolean isLeft;

  /**
   * Reads lines from a reader. {@link #close} closes the reader, unless a read is still in
   * progress.
   */
  public ScriptLines(Reader lines, PrintWriter out) {
    this.lines = new BufferedReader(lines);
    this.out = out;
  }

  @Override
  public String next(String prompt) throws IOException, InterruptedException {
    String line = read();
    while (line != null && line.isBlank()) {
      line = read();
    }
    if (line != null) {
      out.println(prompt + line.strip());
    }
    return line;
  }

  private String read() throws IOException, InterruptedException {
    try {
      return reading.submit(lines::readLine).get();
    } catch (InterruptedException e) {
      isLeft = true;
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
    }
  }

  @Override
  public void close() throws IOException {
    reading.shutdownNow();
    if (!isLeft) {
      lines.close();
    }
  }
}
