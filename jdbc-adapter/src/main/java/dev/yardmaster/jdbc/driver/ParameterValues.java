package dev.yardmaster.jdbc.driver;

import java.util.Arrays;

/**
 * The values of a prepared statement's parameters, as far as they tell which rows it uses. A value
 * that can only be read once, as a stream, is not kept.
 */
final class ParameterValues {
  private final Object[] values;

  /** There are as many as question marks at most: some may stand in a literal or a comment. */
  ParameterValues(String sql) {
    int count = 0;
    for (int at = sql.indexOf('?'); at >= 0; at = sql.indexOf('?', at + 1)) {
      count++;
    }
    values = new Object[count];
  }

  /** Keeps a value, or null for one that tells nothing. The vendor has taken it already. */
  void keep(int index, Object value) {
    if (index > 0 && index <= values.length) {
      values[index - 1] = value;
    }
  }

  void clear() {
    Arrays.fill(values, null);
  }

  /** All of them, the first at 0; null where none was kept. Not to be held on to. */
  Object[] all() {
    return values;
  }
}
