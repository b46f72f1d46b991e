package dev.yardmaster.benchmarks.cli.values;

import dev.yardmaster.server.cli.values.RangeConverter;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Converts a time in seconds, minutes or hours, such as 100m. */
public final class TimeSpan implements RangeConverter<Duration> {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})([smh])");
  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofHours(100);

  @Override
  public String range() {
    return "1s to 100h";
  }

  @Override
  public Duration convert(String text) {
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      Duration time = Duration.parse("PT" + form.group(1) + form.group(2));
      if (time.compareTo(LEAST) >= 0 && time.compareTo(MOST) <= 0) {
        return time;
      }
    }
    throw new TypeConversionException("'" + text + "' is not a time from " + range());
  }
}
