package dev.yardmaster.server.cli.values;

import picocli.CommandLine.ITypeConverter;

/**
 * A converter that accepts a range of values.
 *
 * @param <T> the type of the values
 */
public interface RangeConverter<T> extends ITypeConverter<T> {

  /**
   * Returns the text that replaces {@code ${RANGE}} in an option's description, for example {@code
   * 1 to 64}.
   */
  String range();
}
