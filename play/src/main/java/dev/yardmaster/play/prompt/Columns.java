package dev.yardmaster.play.prompt;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Prints texts in parallel columns, one column for each session. */
final class Columns {

  /** The width of an output that is not a terminal. */
  static final int DEFAULT_WIDTH = 80;

  private static final int MIN_COLUMN_WIDTH = 24;

  private final PrintWriter out;
  private final int width;
  private int columns = 1;

  /**
   * Starts with one column.
   *
   * @param width the width of the output, in characters
   */
  Columns(PrintWriter out, int width) {
    this.out = out;
    this.width = width;
  }

  /** Sets the number of columns. */
  void divide(int number) {
    columns = number;
  }

  /** Returns the spaces in front of a column. */
  String indent(int column) {
    return " ".repeat(column * columnWidth());
  }

  private int columnWidth() {
    return Math.max(MIN_COLUMN_WIDTH, width / columns);
  }

  /** Prints a text in a column. Long lines continue on the next line of the column. */
  void print(int column, String text) {
    text.lines().forEach(line -> print(indent(column), line, columnWidth() - 1));
    out.flush();
  }

  /** Prints a text, which may be empty, over all columns. */
  void print(String text) {
    (text + '\n').lines().forEach(line -> print("", line, width));
    out.flush();
  }

  private void print(String indent, String line, int most) {
    for (String part : wrap(line, most)) {
      out.println(indent + part);
    }
  }

  /**
   * Divides a line at its spaces into parts of at most {@code most} characters. A word that is
   * longer stays whole.
   */
  static List<String> wrap(String line, int most) {
    List<String> parts = new ArrayList<>();
    String rest = line;
    while (rest.length() > most) {
      int space = rest.lastIndexOf(' ', most);
      if (rest.substring(0, Math.max(0, space)).isBlank()) {
        space = rest.indexOf(' ', most);
      }
      if (space < 0) {
        break;
      }
      parts.add(rest.substring(0, space).stripTrailing());
      rest = "  " + rest.substring(space).stripLeading();
    }
    parts.add(rest);
    return parts;
  }
}
