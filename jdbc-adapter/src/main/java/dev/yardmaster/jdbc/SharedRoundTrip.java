package dev.yardmaster.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends the statements of several transactions in one round trip, as one text with a semicolon
 * between the statements. PostgreSQL's driver splits such a text and sends all parts with one Sync
 * message. After an error the server skips the other parts (PostgreSQL documentation,
 * "Pipelining"), so that a {@code COMMIT} at the end only takes effect if all statements have
 * succeeded. One lane owns the object.
 *
 * <p>The driver and the server prepare each text. The number of texts is therefore bounded: a text
 * that would exceed the bound is never used.
 */
final class SharedRoundTrip {
  /** The maximum number of statements in all texts. */
  static final int MAX_STATEMENTS = 512;

  private record Parts(String sql, int count, String commit) {}

  private final Map<Parts, String> texts = new HashMap<>();
  private int statements;

  /**
   * Returns a text that executes a statement several times. Returns null if the text is not in use
   * and there is no room for it.
   *
   * @param commit follows the statements; null for nothing
   */
  String text(String sql, int count, String commit) {
    Parts parts = new Parts(sql, count, commit);
    String text = texts.get(parts);
    if (text == null && statements + count < MAX_STATEMENTS) {
      statements += count + 1;
      // A comment may end the statement, so a new line ends the comment.
      text = (sql + "\n;").repeat(count) + (commit == null ? "" : commit);
      texts.put(parts, text);
    }
    return text;
  }

  /** Sets the parameters after the first {@code before} ones. Returns the number of the last. */
  static int set(PreparedStatement statement, int before, List<?> values) throws SQLException {
    int index = before;
    for (Object value : values) {
      statement.setObject(++index, value);
    }
    return index;
  }
}
