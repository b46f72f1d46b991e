package dev.yardmaster.play.prompt;

import java.util.ArrayList;
import java.util.List;

/** Divides a line into words at spaces. Quotation marks keep spaces within a word. */
final class Words {

  private Words() {}

  /**
   * Returns the words of a line.
   *
   * @throws BadLine if a quotation mark is not closed
   */
  static List<String> of(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted;
        word = word == null ? new StringBuilder() : word;
      } else if (Character.isWhitespace(c) && !quoted) {
        if (word != null) {
          words.add(word.toString());
        }
        word = null;
      } else {
        word = word == null ? new StringBuilder() : word;
        word.append(c);
      }
    }
    if (quoted) {
      throw new BadLine("a quotation mark is not closed in: " + line.strip());
    }
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }
}
