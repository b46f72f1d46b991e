package dev.yardmaster.play.prompt;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;

/**
 * The lines of a pipe or a file. The output repeats each line, so that it reads as a transcript.
 */
public final class ScriptLines implements LineSource {

  private final BufferedReader lines;
  private final PrintWriter out;

  /** Reads lines from a reader, which {@link #close} closes. */
  public ScriptLines(Reader lines, PrintWriter out) {
    this.lines = new BufferedReader(lines);
    this.out = out;
  }

  @Override
  public String next(String prompt) throws IOException {
    String line = lines.readLine();
    while (line != null && line.isBlank()) {
      line = lines.readLine();
    }
    if (line != null) {
      out.println(prompt + line.strip());
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
