package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Window;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Takes a window by its name. */
final class WindowWidth implements ITypeConverter<Window> {

  @Override
  public Window convert(String text) {
    try {
      return Window.of(text);
    } catch (YardmasterException e) {
      throw new TypeConversionException(
          "'" + text + "' is not a window: open, adaptive, or fixed:N with N from 1 to 100,000");
    }
  }
}
