package dev.yardmaster.server.config;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with a configuration, collected so that all of it is said at once. */
final class ConfigProblems {

  private static final String NOT_SHOWN = "not shown";

  private final List<String> texts = new ArrayList<>();
  private final List<Object> details = new ArrayList<>();

  /** Something that is wrong as a whole. */
  void add(String text) {
    texts.add(text);
  }

  /** A value that is wrong. */
  void add(String text, String name, Object value) {
    texts.add(text);
    details.add(name);
    details.add(value);
  }

  /** A value that its option does not take. */
  void outOfRange(ConfigOption<?> option, ConfigSetting setting) {
    add(
        option.name() + " is " + option.range() + " (" + setting.origin() + ")",
        option.name(),
        option.isSecret() ? NOT_SHOWN : setting.text());
  }

  /**
   * Says what was found, if anything was.
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
