package dev.yardmaster.server.cli;

import picocli.CommandLine.ITypeConverter;

/**
 * A converter that accepts a range of values.
 *
 * @param <T> the values
 */
public interface RangeConverter<T> extends ITypeConverter<T> {

  /** The text that replaces {@code ${RANGE}} in an option's description: {@code 1 to 64}. */
  String range();
}
