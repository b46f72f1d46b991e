package dev.yardmaster.jdbc.sql;

import dev.yardmaster.jdbc.sql.StatementTemplate.Kind;
import java.util.List;
import java.util.Set;

/** Recognizes the statements that begin or end transactions by the first words of their texts. */
final class TransactionControl {
  private static final Set<String> NOISE = Set.of("WORK", "TRANSACTION", "TRAN");
  private static final Set<String> MODES =
      Set.of("ISOLATION", "READ", "NOT", "DEFERRABLE", "DEFERRED", "IMMEDIATE", "EXCLUSIVE");

  private TransactionControl() {}

  /**
   * Returns the kind of a text with these first words; null if it does not control a transaction. A
   * statement about a savepoint or a prepared transaction is {@link Kind#OTHER}.
   *
   * @param words the first words of the text, in upper case
   */
  static Kind kind(List<String> words) {
    String first = word(words, 0);
    boolean noise = NOISE.contains(word(words, 1));
    String rest = word(words, noise ? 2 : 1);
    return switch (first) {
      case "BEGIN" -> noise || rest.isEmpty() || MODES.contains(rest) ? Kind.BEGIN : Kind.OTHER;
      case "START" -> word(words, 1).equals("TRANSACTION") ? Kind.BEGIN : Kind.OTHER;
      case "COMMIT", "END" -> rest.isEmpty() || rest.equals("AND") ? Kind.COMMIT : Kind.OTHER;
      case "ROLLBACK", "ABORT" -> rest.isEmpty() || rest.equals("AND") ? Kind.ROLLBACK : Kind.OTHER;
      default -> null;
    };
  }

  /**
   * Returns whether a text with these first words makes its transaction read-only or READ
   * COMMITTED.
   *
   * @param words the first words of the text, in upper case
   */
  static boolean makesUnscheduled(List<String> words) {
    boolean sets = word(words, 0).equals("SET") && word(words, 1).equals("TRANSACTION");
    if (!sets && kind(words) != Kind.BEGIN) {
      return false;
    }
    for (int i = 1; i < words.size(); i++) {
      String next = word(words, i + 1);
      if (words.get(i).equals("READ")
          && (next.equals("ONLY") || next.equals("COMMITTED") || next.equals("UNCOMMITTED"))) {
        return true;
      }
    }
    return false;
  }

  private static String word(List<String> words, int index) {
    return index < words.size() ? words.get(index) : "";
  }
}
