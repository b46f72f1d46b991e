package dev.yardmaster.server.cli;

import dev.yardmaster.server.cli.values.RangeConverter;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The descriptions of a command's options. The range of the option's converter replaces {@code
 * ${RANGE}}, and the option's default is appended. A text is completed when the help shows it: the
 * range of some options comes from a search of the class path.
 */
final class OptionDescriptions extends ResourceBundle {

  /** A description as the option states it. */
  private record Stated(String text, List<ITypeConverter<?>> converters, boolean hasDefault) {

    static Stated of(OptionSpec option) {
      return new Stated(
          String.join("", option.description()),
          List.of(option.converters()),
          option.defaultValue() != null);
    }

    String completed() {
      String completed = text;
      for (ITypeConverter<?> converter : converters) {
        if (converter instanceof RangeConverter<?> ranged) {
          completed = completed.replace("${RANGE}", ranged.range());
        }
      }
      return hasDefault ? completed + " Default: ${DEFAULT-VALUE}." : completed;
    }
  }

  private final Map<String, Stated> byName = new HashMap<>();

  OptionDescriptions(CommandSpec spec) {
    spec.interpolateVariables(false);
    spec.options()
        .forEach(option -> byName.put(option.longestName().substring(2), Stated.of(option)));
    spec.interpolateVariables(true);
  }

  @Override
  protected Object handleGetObject(String key) {
    Stated stated = byName.get(key);
    return stated == null ? null : stated.completed();
  }

  @Override
  public Enumeration<String> getKeys() {
    return Collections.enumeration(byName.keySet());
  }
}
