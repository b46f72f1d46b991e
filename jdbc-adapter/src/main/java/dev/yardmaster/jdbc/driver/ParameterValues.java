package dev.yardmaster.jdbc.driver;

import java.util.Arrays;

/**
 * The values of a prepared statement's parameters, from which the statement's rows are derived. A
 * value that can be read only once, such as a stream, is not kept.
 */
final class ParameterValues {
  private final Object[] values;

  /**
   * Allocates one element for each question mark. The number of question marks is an upper bound,
   * because a question mark may be in a literal or a comment.
   */
  ParameterValues(String sql) {
    int count = 0;
    for (int at = sql.indexOf('?'); at >= 0; at = sql.indexOf('?', at + 1)) {
      count++;
    }
    values = new Object[count];
  }

  /**
   * Keeps a value after the vendor's statement has accepted it. The value is null if it is unknown.
   */
  void keep(int index, Object value) {
    if (index > 0 && index <= values.length) {
      values[index - 1] = value;
    }
  }

  void clear() {
    Arrays.fill(values, null);
  }

  /**
   * Returns all values, the first at index 0. A value is null if it was not kept. The caller must
   * not keep the array.
   */
  Object[] all() {
    return values;
  }
}
