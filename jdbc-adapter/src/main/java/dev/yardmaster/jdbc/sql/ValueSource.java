package dev.yardmaster.jdbc.sql;

/**
 * The source of a key column's value: a parameter or a literal.
 *
 * @param parameter the index of a parameter, from 0; negative for a literal
 * @param literal the value of a literal
 */
record ValueSource(int parameter, Object literal) {

  static ValueSource parameter(int index) {
    return new ValueSource(index, null);
  }

  static ValueSource literal(Object value) {
    return new ValueSource(-1, value);
  }

  /** Returns the value; null if the parameter was not set. */
  Object value(Object[] parameters) {
    if (parameter < 0) {
      return literal;
    }
    return parameter < parameters.length ? parameters[parameter] : null;
  }
}
