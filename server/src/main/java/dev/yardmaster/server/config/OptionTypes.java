package dev.yardmaster.server.config;

import dev.yardmaster.server.config.value.HostPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The types of options. */
final class OptionTypes {

  private static final String NONE = "none";

  private OptionTypes() {}

  /** A type that is composed of functions. */
  private record Simple<T>(
      Function<String, T> parser, Function<T, String> formatter, String range, String unit)
      implements OptionType<T> {

    @Override
    public T parse(String text) {
      return parser.apply(text);
    }

    @Override
    public String format(T value) {
      return formatter.apply(value);
    }
  }

  static OptionType<Integer> number(long min, long max) {
    return new Simple<>(
        text -> (int) inRange(digits(text), min, max),
        String::valueOf,
        String.format(Locale.ROOT, "%,d to %,d", min, max),
        "");
  }

  /** Returns a type whose values are the numbers of a range, and 0. */
  static OptionType<Integer> numberOrZero(long min, long max) {
    OptionType<Integer> number = number(min, max);
    return new Simple<>(
        text -> text.equals("0") ? Integer.valueOf(0) : number.parse(text),
        String::valueOf,
        "0, or " + number.range(),
        "");
  }

  static OptionType<Long> size(long minBytes, long maxBytes) {
    return quantity(Quantity.SIZE, minBytes, maxBytes, bytes -> bytes, bytes -> bytes);
  }

  /** Returns a type whose values are sizes in bytes that fit in an array. */
  static OptionType<Integer> length(long minBytes, long maxBytes) {
    return quantity(Quantity.SIZE, minBytes, maxBytes, Math::toIntExact, Integer::longValue);
  }

  static OptionType<Duration> duration(String min, String max) {
    return quantity(
        Quantity.DURATION,
        Quantity.DURATION.parse(min),
        Quantity.DURATION.parse(max),
        Duration::ofNanos,
        Duration::toNanos);
  }

  private static <T> OptionType<T> quantity(
      Quantity quantity, long min, long max, Function<Long, T> value, Function<T, Long> amount) {
    return new Simple<>(
        text -> value.apply(inRange(quantity.parse(text), min, max)),
        given -> quantity.format(amount.apply(given)),
        quantity.format(min) + " to " + quantity.format(max),
        quantity.plainUnit());
  }

  static OptionType<Boolean> yesNo() {
    return new Simple<>(OptionTypes::yesNo, String::valueOf, "true or false", "");
  }

  static OptionType<HostPort> address() {
    return new Simple<>(HostPort::parse, HostPort::toString, "HOST:PORT, port 0 to 65,535", "");
  }

  static OptionType<Path> path(String kind) {
    return new Simple<>(text -> Path.of(notEmpty(text)), Path::toString, kind, "");
  }

  static OptionType<String> text(String kind) {
    return new Simple<>(OptionTypes::notEmpty, text -> text, kind, "");
  }

  /** Returns a type whose values are host names, without a port. */
  static OptionType<String> hostName() {
    return new Simple<>(OptionTypes::hostName, name -> name, "host names", "");
  }

  /** Returns a type whose values are chosen by one of several names. */
  static <T> OptionType<T> choice(List<T> values, Function<T, String> name) {
    return new Simple<>(
        text ->
            values.stream()
                .filter(value -> name.apply(value).equals(text))
                .findFirst()
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "'" + text + "' is not one of the accepted names")),
        name,
        oneOf(values.stream().map(name).toList()),
        "");
  }

  /** Returns a type whose values are an enum's constants, written in lower case. */
  static <E extends Enum<E>> OptionType<E> choice(Class<E> type) {
    return choice(List.of(type.getEnumConstants()), value -> value.name().toLowerCase(Locale.ROOT));
  }

  /** Returns a type with its own parser. */
  static <T> OptionType<T> parsed(
      Function<String, T> parser, Function<T, String> formatter, String range) {
    return new Simple<>(parser, formatter, range, "");
  }

  /** Returns a type that also accepts {@code none}. */
  static <T> OptionType<Optional<T>> optional(OptionType<T> type) {
    return new Simple<>(
        text -> text.equals(NONE) ? Optional.empty() : Optional.of(type.parse(text)),
        value -> value.map(type::format).orElse(NONE),
        type.range() + ", or " + NONE,
        type.unit());
  }

  /**
   * Returns a type for any number of values. Commas separate the values if they are given in one
   * text.
   */
  static <T> OptionType<List<T>> list(OptionType<T> type) {
    return new ListType<>(type);
  }

  private record ListType<T>(OptionType<T> type) implements OptionType<List<T>> {

    @Override
    public List<T> parse(String text) {
      return text.equals(NONE) ? List.of() : parseList(Arrays.asList(text.split(",", -1)));
    }

    @Override
    public List<T> parseList(List<String> items) {
      return items.stream().map(item -> type.parse(item.trim())).toList();
    }

    @Override
    public List<T> checked(List<T> values) {
      return parseList(values.stream().map(type::format).toList());
    }

    @Override
    public String format(List<T> values) {
      return values.isEmpty()
          ? NONE
          : values.stream().map(type::format).collect(Collectors.joining(","));
    }

    @Override
    public List<String> formatList(List<T> values) {
      return values.stream().map(type::format).toList();
    }

    @Override
    public String range() {
      return "a list of " + type.range() + ", or " + NONE;
    }

    @Override
    public boolean isList() {
      return true;
    }
  }

  private static boolean yesNo(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("'" + text + "' is neither true nor false");
    }
    return text.equals("true");
  }

  private static String hostName(String text) {
    if (!text.matches("[0-9A-Za-z._-]+")) {
      throw new IllegalArgumentException("'" + text + "' is not a host name");
    }
    return text;
  }

  private static String notEmpty(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("nothing is given");
    }
    return text;
  }

  private static long digits(String text) {
    if (!text.matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException("'" + text + "' is not a whole number");
    }
    return Long.parseLong(text);
  }

  private static long inRange(long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(value + " is out of range");
    }
    return value;
  }

  private static String oneOf(List<String> names) {
    int last = names.size() - 1;
    return last == 0
        ? names.get(0)
        : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }
}
