package dev.yardmaster.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats the options as a commented configuration file, and as the table of the guide. */
public final class ConfigText {

  private static final String MASK = "********";
  private static final int WIDTH = 100;
  private static final char LINE_SEPARATOR = 0x2028;
  private static final char PARAGRAPH_SEPARATOR = 0x2029;
  private static final char BYTE_ORDER_MARK = 0xFEFF;
  private static final String HEAD =
      """
      # The configuration of a Yardmaster server: every option, with its default.
      #
      # Start a server with `./yardmaster serve --config yardmaster.yaml`. An option that is not set
      # has its default. An environment variable takes precedence over the file
      # (limits.maxFrameBytes is YARDMASTER_LIMITS_MAX_FRAME_BYTES), and the command line over
      # both. Lists are written [a, b] here and a,b elsewhere; relative paths start at the working
      # directory.
      """;

  private ConfigText() {}

  /** Returns the commented configuration file with the defaults. */
  public static String sample() {
    return file(null);
  }

  /**
   * Returns the commented configuration file with the values of a configuration. Secrets are
   * masked.
   */
  public static String of(ServerConfig config) {
    return file(config);
  }

  private static String file(ServerConfig config) {
    StringBuilder text = new StringBuilder(HEAD);
    String section = "";
    for (ConfigOption<?> option : ServerOptions.all()) {
      String name = option.name();
      int dot = name.indexOf('.');
      String own = dot < 0 ? "" : name.substring(0, dot);
      text.append('\n');
      if (!own.equals(section) && !own.isEmpty()) {
        text.append(own).append(":\n");
      }
      section = own;
      String indent = own.isEmpty() ? "" : "  ";
      appendComment(text, indent, option);
      // An option that depends on another option is written as a setting only if the user has set
      // the option; otherwise it is written as a comment.
      boolean inactive = isDependent(option, config) && (config == null || !config.isGiven(option));
      text.append(indent)
          .append(inactive ? "# " : "")
          .append(name.substring(dot + 1))
          .append(": ")
          .append(value(option, config))
          .append('\n');
    }
    return text.toString();
  }

  private static boolean isDependent(ConfigOption<?> option, ServerConfig config) {
    String engine = config == null ? EngineSettings.PIPELINE : config.get(ServerOptions.ENGINE);
    return option == ServerOptions.DURABILITY
        || option == ServerOptions.ASYNC_LOSS
        || !EngineSettings.applies(option, engine);
  }

  private static void appendComment(StringBuilder text, String indent, ConfigOption<?> option) {
    String unit = option.unit().isEmpty() ? "" : "; a plain number is in " + option.unit();
    String words =
        String.format(
            Locale.ROOT,
            "%s %s%s. Default: %s.",
            option.description(),
            capital(option.range()),
            unit,
            defaultText(option));
    StringBuilder line = new StringBuilder(indent).append('#');
    for (String word : words.split(" ", -1)) {
      if (line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder(indent).append('#');
      }
      line.append(' ').append(word);
    }
    text.append(line).append('\n');
  }

  private static String capital(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private static <T> String value(ConfigOption<T> option, ServerConfig config) {
    T value = config == null ? option.defaultValue() : config.get(option);
    String text = option.type().format(value);
    if (option.isSecret() && !text.equals(defaultText(option))) {
      return quoted(MASK);
    }
    if (option.type().isList() && !text.equals("none")) {
      List<String> items = new ArrayList<>();
      option.type().formatList(value).forEach(item -> items.add(quoted(item)));
      return "[" + String.join(", ", items) + "]";
    }
    return quoted(text);
  }

  /** Returns a value in YAML, without quotes if YAML reads the unquoted value as the same text. */
  private static String quoted(String text) {
    return text.matches("[A-Za-z0-9/][A-Za-z0-9/._:-]*[A-Za-z0-9/._-]|[A-Za-z0-9/]")
        ? text
        : text.codePoints()
            .mapToObj(ConfigText::escaped)
            .collect(Collectors.joining("", "\"", "\""));
  }

  /**
   * Returns the escaped form of a character within quotes. YAML has no plain control characters or
   * line ends.
   */
  private static String escaped(int character) {
    if (character == '\\' || character == '"') {
      return "\\" + (char) character;
    }
    boolean isPlain =
        !Character.isISOControl(character)
            && character != LINE_SEPARATOR
            && character != PARAGRAPH_SEPARATOR
            && character != BYTE_ORDER_MARK;
    return isPlain ? Character.toString(character) : String.format("\\u%04X", character);
  }

  private static <T> String defaultText(ConfigOption<T> option) {
    return option.type().format(option.defaultValue());
  }

  /** Returns the table of options in Markdown. */
  public static String markdownTable() {
    StringBuilder text =
        new StringBuilder("| option | what it is | range | default |\n|---|---|---|---|\n");
    for (ConfigOption<?> option : ServerOptions.all()) {
      String unit = option.unit().isEmpty() ? "" : " (" + option.unit() + ")";
      text.append("| `")
          .append(option.name())
          .append("` | ")
          .append(option.description())
          .append(" | ")
          .append(option.range())
          .append(unit)
          .append(" | `")
          .append(defaultText(option))
          .append("` |\n");
    }
    return text.toString();
  }
}
