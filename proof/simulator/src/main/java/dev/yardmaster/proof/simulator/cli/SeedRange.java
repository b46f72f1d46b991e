package dev.yardmaster.proof.simulator.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The seeds from {@code first} to {@code last}. The text of a range is {@code first..last}, or a
 * single seed.
 */
record SeedRange(long first, long last) {

  /** Parses a range of seeds. */
  static final class Parser implements ITypeConverter<SeedRange> {

    private static final Pattern FORM =
        Pattern.compile("(-?[0-9]{1,18})(?:\\.\\.(-?[0-9]{1,18}))?");

    @Override
    public SeedRange convert(String text) {
      Matcher form = FORM.matcher(text);
      if (form.matches()) {
        long first = Long.parseLong(form.group(1));
        long last = form.group(2) == null ? first : Long.parseLong(form.group(2));
        if (first <= last) {
          return new SeedRange(first, last);
        }
      }
      throw new TypeConversionException(
          "'"
              + text
              + "' is not a range of seeds: write first..last, as in 1..10000, or a single seed;"
              + " at most 18 digits, the lower seed first");
    }
  }

  long size() {
    return last - first + 1;
  }
}
