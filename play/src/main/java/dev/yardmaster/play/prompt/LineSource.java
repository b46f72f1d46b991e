package dev.yardmaster.play.prompt;

import java.io.IOException;

/** The source of the prompt's lines. The prompt's thread calls the methods. */
public interface LineSource extends AutoCloseable {

  /**
   * Returns the next line; null at the end of the input.
   *
   * @param prompt the text in front of the line
   */
  String next(String prompt) throws IOException, InterruptedException;

  /** Returns the width of the output, in characters. */
  default int width() {
    return Columns.DEFAULT_WIDTH;
  }

  /** Returns whether a user types the lines. Otherwise the first error ends the prompt. */
  default boolean isInteractive() {
    return false;
  }

  /** Releases the terminal or the file. */
  @Override
  default void close() throws IOException {}
}
