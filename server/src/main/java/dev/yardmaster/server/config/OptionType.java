package dev.yardmaster.server.config;

import java.util.List;

/**
 * What values an option takes, and how they are written.
 *
 * @param <T> the values
 */
interface OptionType<T> {

  /**
   * The value that a text stands for.
   *
   * @throws IllegalArgumentException if it stands for none; its message is not shown
   */
  T parse(String text);

  /**
   * The value that a list of texts stands for.
   *
   * @throws IllegalArgumentException if the option takes no list
   */
  default T parseList(List<String> items) {
    throw new IllegalArgumentException("one value is expected");
  }

  /** The same value, checked as if it had been written. */
  default T checked(T value) {
    return parse(format(value));
  }

  /** How the value is written; {@link #parse} gives it back. */
  String format(T value);

  /** What may be written, in a few words: {@code 1 to 64}, {@code sync or async}. */
  String range();

  /** The unit of a plain number; empty where there is none. */
  default String unit() {
    return "";
  }

  /** Whether several values are written as a list. */
  default boolean isList() {
    return false;
  }
}
