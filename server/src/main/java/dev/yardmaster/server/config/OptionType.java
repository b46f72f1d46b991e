package dev.yardmaster.server.config;

import java.util.List;

/**
 * The type of an option's values. The type parses and formats the values.
 *
 * @param <T> the Java type of the values
 */
interface OptionType<T> {

  /**
   * Parses a value.
   *
   * @throws IllegalArgumentException if the text is not valid; the message is not shown to the user
   */
  T parse(String text);

  /**
   * Parses a list of values.
   *
   * @throws IllegalArgumentException if the option does not accept a list
   */
  default T parseList(List<String> items) {
    throw new IllegalArgumentException("one value is expected");
  }

  /** Checks a value like {@link #parse}, and returns it. */
  default T checked(T value) {
    return parse(format(value));
  }

  /** Formats a value; {@link #parse} accepts the text. */
  String format(T value);

  /** Formats the values of a list one by one; {@link #parseList} accepts the texts. */
  default List<String> formatList(T values) {
    return List.of(format(values));
  }

  /** Returns the accepted values in words, for example {@code 1 to 64} or {@code sync or async}. */
  String range();

  /** Returns the unit of a number that is given without a unit; empty if the type has no unit. */
  default String unit() {
    return "";
  }

  /** Returns whether several values are written as a list. */
  default boolean isList() {
    return false;
  }
}
