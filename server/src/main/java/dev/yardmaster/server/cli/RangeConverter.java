package dev.yardmaster.server.cli;

import picocli.CommandLine.ITypeConverter;

/**
 * Takes values of a range, and says which.
 *
 * @param <T> the values
 */
public interface RangeConverter<T> extends ITypeConverter<T> {

  /** What {@code ${RANGE}} stands for in the description of an option: {@code 1 to 64}. */
  String range();
}
