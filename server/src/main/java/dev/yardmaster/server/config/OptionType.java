package dev.yardmaster.server.config;

import java.util.List;

/**
 * The values of an option, and their text.
 *
 * @param <T> the values
 */
interface OptionType<T> {

  /**
   * Parses a value.
   *
   * @throws IllegalArgumentException if the text is not valid; the message is not shown
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

  /** The same value, checked as if it were parsed. */
  default T checked(T value) {
    return parse(format(value));
  }

  /** Formats a value; {@link #parse} accepts the text. */
  String format(T value);

  /** The accepted values, in a few words: {@code 1 to 64}, {@code sync or async}. */
  String range();

  /** The unit of a plain number; empty if there is none. */
  default String unit() {
    return "";
  }

  /** Whether several values are written as a list. */
  default boolean isList() {
    return false;
  }
}
