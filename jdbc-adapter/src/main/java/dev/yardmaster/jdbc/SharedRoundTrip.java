package dev.yardmaster.jdbc;

import java.sql.Connection;
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
  static final int MAX_STATEMENTS = 256;

  private final Map<List<String>, String> texts = new HashMap<>();
  private int statements;

  /**
   * Returns a text that executes the statements in this order. Returns null if the text is not in
   * use and there is no room for it.
   */
  String text(List<String> parts) {
    String text = texts.get(parts);
    if (text == null && statements + parts.size() <= MAX_STATEMENTS) {
      statements += parts.size();
      // A comment may end a statement, so a new line ends the comment.
      text = String.join("\n;", parts);
      texts.put(List.copyOf(parts), text);
    }
    return text;
  }

  /**
   * Executes the statements of these transactions, and keeps their results.
   *
   * @param text the statements in the order of the transactions; others may follow
   * @param unread gets the failure of each result that could not be read, or null
   */
  static void send(
      Connection connection, String text, List<PendingTransaction<?>> calls, List<Throwable> unread)
      throws SQLException {
    try (PreparedStatement sent = connection.prepareStatement(text)) {
      // Rows that the driver fetches later are lost if the text ends with COMMIT.
      sent.setFetchSize(0);
      int before = 0;
      for (PendingTransaction<?> call : calls) {
        before = set(sent, before, call.statement().parameters());
      }
      sent.execute();
      for (PendingTransaction<?> call : calls) {
        unread.add(read(call, sent));
        sent.getMoreResults();
      }
    }
  }

  private static Throwable read(PendingTransaction<?> call, PreparedStatement sent) {
    try {
      call.read(sent);
      return null;
    } catch (ResultNotReadException failure) {
      return failure;
    }
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
