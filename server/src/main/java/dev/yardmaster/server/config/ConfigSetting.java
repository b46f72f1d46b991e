package dev.yardmaster.server.config;

import java.util.List;

/**
 * A value that was given for an option, not understood yet.
 *
 * @param name the option's dotted name, as given
 * @param texts the value, or a list's items
 * @param list whether it was written as a list
 * @param origin where it stands, in words: {@code yardmaster.yaml, line 7}
 */
record ConfigSetting(String name, List<String> texts, boolean list, String origin) {

  static ConfigSetting of(String name, String text, String origin) {
    return new ConfigSetting(name, List.of(text), false, origin);
  }

  String text() {
    return list ? texts.toString() : texts.get(0);
  }
}
