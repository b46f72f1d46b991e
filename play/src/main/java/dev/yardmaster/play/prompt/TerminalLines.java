package dev.yardmaster.play.prompt;

import java.io.IOException;
import java.util.Collection;
import java.util.function.Supplier;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;

/**
 * The lines that a user types at a terminal, with a history and with completion. Ctrl-C cancels the
 * line, and Ctrl-D on an empty line ends the input.
 */
public final class TerminalLines implements LineSource {

  private static final int MIN_WIDTH = 48;

  private final Terminal terminal;
  private final LineReader reader;

  /**
   * Reads from a terminal, which {@link #close} closes.
   *
   * @param words returns the words that can complete the user's input
   */
  public TerminalLines(Terminal terminal, Supplier<Collection<String>> words) {
    this.terminal = terminal;
    reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .completer(
                (line, typed, candidates) ->
                    words.get().forEach(word -> candidates.add(new Candidate(word))))
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .build();
  }

  @Override
  public String next(String prompt) {
    while (true) {
      try {
        return reader.readLine(prompt);
      } catch (UserInterruptException cancelled) {
        // The next line begins empty.
      } catch (EndOfFileException ended) {
        return null;
      }
    }
  }

  @Override
  public int width() {
    return Math.max(MIN_WIDTH, terminal.getColumns());
  }

  @Override
  public boolean isInteractive() {
    return true;
  }

  @Override
  public void close() throws IOException {
    terminal.close();
  }
}
