package dev.yardmaster.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.temporal.TemporalAccessor;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;

/**
 * Sends the statements of several transactions in one round trip, as one text with a semicolon
 * between the statements. PostgreSQL's driver splits such a text and sends all parts with one Sync
 * message. After an error the server skips the other parts (PostgreSQL documentation,
 * "Pipelining"), so a {@code COMMIT} at the end takes effect only if all statements have succeeded.
 * Only one lane, which is a thread of the scheduler, uses the object.
 *
 * <p>The driver and the server keep each text prepared, so the total number of statements in all
 * texts is bounded. If a new text would exceed this bound, the statements are sent separately.
 */
@NullUnmarked // Internal: fields and results may be null.
final class SharedRoundTrip {
  /** The maximum number of statements in all texts. */
  static final int MAX_STATEMENTS = 512;

  /**
   * The maximum length of a text and its parameters, in bytes. The driver sends the whole text
   * before it reads an answer. The server may stop reading while the driver does not read.
   * Therefore everything that the driver sends must fit into the receive buffer of the server's
   * operating system, by default at least 64 KiB.
   */
  private static final int MAX_SENT_BYTES = 32_768;

  /**
   * In bytes, an upper bound for the length of a number or a date, and for the protocol's overhead
   * for each value or statement.
   */
  private static final long SMALL_BYTES = 64;

  private record Parts(String sql, int count, String commit) {}

  private final Map<Parts, String> texts = new HashMap<>();
  private int statements;

  /**
   * Returns a text that executes a statement several times. Returns null if the text is new and
   * would exceed the bound.
   *
   * @param commit the text that follows the statements; null for none
   */
  String text(String sql, int count, String commit) {
    Parts parts = new Parts(sql, count, commit);
    String text = texts.get(parts);
    if (text == null && statements + count < MAX_STATEMENTS) {
      statements += count + 1;
      // The statement may end with a comment; the new line terminates the comment.
      text = (sql + "\n;").repeat(count) + (commit == null ? "" : commit);
      texts.put(parts, text);
    }
    return text;
  }

  /** Returns whether statements with these parameters are short enough to be sent together. */
  static boolean isShort(String sql, List<List<?>> values) {
    long bytes = 0;
    for (List<?> each : values) {
      bytes += SMALL_BYTES + sql.length();
      for (Object value : each) {
        bytes += bytes(value);
      }
    }
    return bytes <= MAX_SENT_BYTES;
  }

  /**
   * Returns an upper bound for the length of a value, in bytes; more than {@link #MAX_SENT_BYTES}
   * if the length is unknown.
   */
  private static long bytes(Object value) {
    if (value instanceof String text) {
      return SMALL_BYTES + 3L * text.length();
    } else if (value instanceof byte[] bytes) {
      return SMALL_BYTES + 2L * bytes.length;
    } else if (value instanceof BigDecimal number) {
      return SMALL_BYTES + number.unscaledValue().bitLength();
    } else if (value instanceof BigInteger number) {
      return SMALL_BYTES + number.bitLength();
    }
    boolean isSmall =
        value == null
            || value instanceof Number
            || value instanceof Boolean
            || value instanceof Character
            || value instanceof Date
            || value instanceof TemporalAccessor
            || value instanceof UUID;
    return isSmall ? SMALL_BYTES : MAX_SENT_BYTES + 1;
  }

  /**
   * Sets the parameters of all statements of a text. Each statement has the same number of
   * parameters.
   */
  static void setAll(PreparedStatement statement, List<List<?>> values) throws SQLException {
    int set = 0;
    int count = values.get(0).size();
    for (List<?> each : values) {
      if (each.size() != count) {
        throw new SQLException("parameters=" + each.size() + ", and " + count + " of another call");
      }
      set = set(statement, set, each);
    }
  }

  /**
   * Sets the parameters that follow the first {@code before} parameters. Returns the index of the
   * last parameter that was set.
   */
  static int set(PreparedStatement statement, int before, List<?> values) throws SQLException {
    int index = before;
    for (Object value : values) {
      statement.setObject(++index, value);
    }
    return index;
  }
}
