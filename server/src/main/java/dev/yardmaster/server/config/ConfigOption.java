package dev.yardmaster.server.config;

import java.util.Locale;
import java.util.Objects;

/**
 * One option of the server. {@link ServerOptions} contains all options.
 *
 * @param <T> the type of the option's values
 */
public final class ConfigOption<T> {

  static final String ENVIRONMENT_PREFIX = "YARDMASTER_";

  private final String name;
  private final OptionType<T> type;
  private final T defaultValue;
  private final String description;
  private final boolean secret;

  ConfigOption(
      String name, OptionType<T> type, String defaultText, String description, boolean secret) {
    this.name = Objects.requireNonNull(name, "name");
    this.type = Objects.requireNonNull(type, "type");
    this.defaultValue = type.parse(defaultText);
    this.description = Objects.requireNonNull(description, "description");
    this.secret = secret;
  }

  /** Returns the dotted name, for example {@code limits.maxConnections}. */
  public String name() {
    return name;
  }

  /**
   * Returns the environment variable that sets the option, for example {@code
   * YARDMASTER_LIMITS_MAX_CONNECTIONS}.
   */
  public String environmentName() {
    return ENVIRONMENT_PREFIX
        + name.replaceAll("([a-z])([A-Z])", "$1_$2").replace('.', '_').toUpperCase(Locale.ROOT);
  }

  /** Returns the value that the option has if it is not set. */
  public T defaultValue() {
    return defaultValue;
  }

  /** Returns the purpose of the option, in one sentence. */
  public String description() {
    return description;
  }

  /** Returns the accepted values in words, for example {@code 1 to 64}. */
  public String range() {
    return type.range();
  }

  /** Returns the unit of a number that is given without a unit; empty if the option has no unit. */
  public String unit() {
    return type.unit();
  }

  /** Returns whether the value is secret, and must therefore not be printed. */
  public boolean isSecret() {
    return secret;
  }

  OptionType<T> type() {
    return type;
  }

  @Override
  public String toString() {
    return name;
  }
}
