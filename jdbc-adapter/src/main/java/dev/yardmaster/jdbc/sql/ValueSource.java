package dev.yardmaster.jdbc.sql;

/**
 * Where the value of a key column comes from.
 *
 * @param parameter the index of a parameter, the first at 0; negative for a literal
 * @param literal the value in the text, if it is one
 */
record ValueSource(int parameter, Object literal) {

  static ValueSource parameter(int index) {
    return new ValueSource(index, null);
  }

  static ValueSource literal(Object value) {
    return new ValueSource(-1, value);
  }

  /** The value; null where none was set. */
  Object value(Object[] parameters) {
    if (parameter < 0) {
      return literal;
    }
    return parameter < parameters.length ? parameters[parameter] : null;
  }
}
