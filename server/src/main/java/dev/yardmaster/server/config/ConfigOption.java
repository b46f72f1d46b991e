package dev.yardmaster.server.config;

import java.util.Locale;
import java.util.Objects;

/**
 * One option of the server. {@link ServerOptions} has all of them.
 *
 * @param <T> the type of its values
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

  /** The dotted name: {@code limits.maxConnections}. */
  public String name() {
    return name;
  }

  /** The environment variable that sets the option: {@code YARDMASTER_LIMITS_MAX_CONNECTIONS}. */
  public String environmentName() {
    return ENVIRONMENT_PREFIX
        + name.replaceAll("([a-z])([A-Z])", "$1_$2").replace('.', '_').toUpperCase(Locale.ROOT);
  }

  /** The value if the option is not set. */
  public T defaultValue() {
    return defaultValue;
  }

  /** The purpose, in one sentence. */
  public String description() {
    return description;
  }

  /** The accepted values, in words: {@code 1 to 64}. */
  public String range() {
    return type.range();
  }

  /** The unit of a plain number; empty if there is none. */
  public String unit() {
    return type.unit();
  }

  /** Whether the value must not be shown. */
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
