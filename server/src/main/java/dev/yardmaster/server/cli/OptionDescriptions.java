package dev.yardmaster.server.cli;

import dev.yardmaster.server.cli.values.RangeConverter;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.ResourceBundle;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The descriptions of a command's options. The range of the option's converter replaces {@code
 * ${RANGE}}, and the option's default is appended.
 */
final class OptionDescriptions extends ResourceBundle {

  private final Map<String, String> byName = new HashMap<>();

  OptionDescriptions(CommandSpec spec) {
    spec.interpolateVariables(false);
    spec.options().forEach(option -> byName.put(option.longestName().substring(2), text(option)));
    spec.interpolateVariables(true);
  }

  private static String text(OptionSpec option) {
    String text = String.join("", option.description());
    for (ITypeConverter<?> converter : option.converters()) {
      if (converter instanceof RangeConverter<?> ranged) {
        text = text.replace("${RANGE}", ranged.range());
      }
    }
    return option.defaultValue() == null ? text : text + " Default: ${DEFAULT-VALUE}.";
  }

  @Override
  protected Object handleGetObject(String key) {
    return byName.get(key);
  }

  @Override
  public Enumeration<String> getKeys() {
    return Collections.enumeration(byName.keySet());
  }
}
