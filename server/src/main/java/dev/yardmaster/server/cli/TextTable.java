package dev.yardmaster.server.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Renders tables as plain text. Each column is as wide as its widest cell, and figures are
 * right-aligned.
 */
public final class TextTable {

  private static final String GAP = "  ";
  private static final int NOTE_WIDTH = 100;

  private TextTable() {}

  /**
   * Returns the title, the header, a rule, the rows and the notes. A line feed terminates each
   * line.
   */
  public static String render(FigureTable table) {
    int[] widths = widths(table);
    StringBuilder text = new StringBuilder(table.title()).append('\n');
    appendLine(text, table.header(), widths);
    int total = GAP.length() * (widths.length - 1);
    for (int width : widths) {
      total += width;
    }
    text.append("-".repeat(total)).append('\n');
    for (List<String> row : table.rows()) {
      appendLine(text, row, widths);
    }
    for (int note = 0; note < table.notes().size(); note++) {
      appendNote(text, FigureTable.mark(note), table.notes().get(note));
    }
    return text.toString();
  }

  private static void appendNote(StringBuilder text, String mark, String note) {
    StringBuilder line = new StringBuilder(mark);
    for (String word : note.split(" ", -1)) {
      if (line.length() + 1 + word.length() > NOTE_WIDTH) {
        text.append(line).append('\n');
        line.setLength(0);
        line.append(" ".repeat(mark.length()));
      }
      line.append(' ').append(word);
    }
    text.append(line).append('\n');
  }

  private static int[] widths(FigureTable table) {
    List<List<String>> lines = new ArrayList<>(table.rows());
    lines.add(table.header());
    int[] widths = new int[table.header().size()];
    for (List<String> line : lines) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], line.get(column).length());
      }
    }
    return widths;
  }

  private static void appendLine(StringBuilder text, List<String> cells, int[] widths) {
    for (int column = 0; column < widths.length; column++) {
      String cell = cells.get(column);
      String padding = " ".repeat(widths[column] - cell.length());
      text.append(column == 0 ? cell + padding : GAP + padding + cell);
    }
    text.append('\n');
  }
}
