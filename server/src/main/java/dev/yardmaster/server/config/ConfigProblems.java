package dev.yardmaster.server.config;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.ArrayList;
import java.util.List;

/** Collects the problems of a configuration, so that one error reports all of them. */
final class ConfigProblems {

  private static final String NOT_SHOWN = "not shown";

  private final List<String> texts = new ArrayList<>();
  private final List<Object> details = new ArrayList<>();

  /** Adds a problem that does not belong to a single value. */
  void add(String text) {
    texts.add(text);
  }

  /** Adds a problem with the value that causes it. */
  void add(String text, String name, Object value) {
    texts.add(text);
    details.add(name);
    details.add(value);
  }

  /** Adds a value that its option does not accept. */
  void outOfRange(ConfigOption<?> option, ConfigSetting setting) {
    add(
        option.name() + " must be " + option.range() + " (" + setting.origin() + ")",
        option.name(),
        option.isSecret() ? NOT_SHOWN : setting.text());
  }

  /**
   * Throws one exception with all problems, if there are any.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG}
   */
  void throwIfAny() {
    if (!texts.isEmpty()) {
      String count = texts.size() == 1 ? "" : texts.size() + " problems: ";
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, count + String.join("; ", texts), details.toArray());
    }
  }
}
