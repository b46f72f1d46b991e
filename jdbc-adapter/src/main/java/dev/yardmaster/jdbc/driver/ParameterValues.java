package dev.yardmaster.jdbc.driver;

import java.util.Arrays;

/**
 * The values of a prepared statement's parameters, from which its rows are derived. A value that
 * can be read only once, such as a stream, is not kept.
 */
final class ParameterValues {
  private final Object[] values;

  /** The number of question marks is an upper bound: some may be in a literal or a comment. */
  ParameterValues(String sql) {
    int count = 0;
    for (int at = sql.indexOf('?'); at >= 0; at = sql.indexOf('?', at + 1)) {
      count++;
    }
    values = new Object[count];
  }

  /** Keeps a value, or null for an unknown one, after the vendor's statement has accepted it. */
  void keep(int index, Object value) {
    if (index > 0 && index <= values.length) {
      values[index - 1] = value;
    }
  }

  void clear() {
    Arrays.fill(values, null);
  }

  /**
   * Returns all values, the first at 0; null where none was kept. The caller must not keep the
   * array.
   */
  Object[] all() {
    return values;
  }
}
