package dev.yardmaster.benchmarks.cli.values;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Window;
import dev.yardmaster.server.cli.values.RangeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the name of an admission window: open, adaptive or a fixed width. */
public final class WindowWidth implements RangeConverter<Window> {

  /** Returns the range of fixed widths. */
  @Override
  public String range() {
    return new WholeNumber.Concurrency().range();
  }

  @Override
  public Window convert(String text) {
    try {
      return Window.of(text);
    } catch (YardmasterException e) {
      throw new TypeConversionException(
          "'" + text + "' is not a window: open, adaptive, or fixed:N with N from " + range());
    }
  }
}
