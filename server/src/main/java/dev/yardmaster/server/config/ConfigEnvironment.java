package dev.yardmaster.server.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads settings from environment variables. */
final class ConfigEnvironment {

  /**
   * The variables with the prefix that set no option, because they belong to the start script or to
   * tests.
   */
  private static final Set<String> OTHERS =
      Set.of(
          "YARDMASTER_JVM_OPTIONS",
          "YARDMASTER_DEFAULT_JVM_OPTIONS",
          "YARDMASTER_CLASS_PATH",
          "YARDMASTER_MAIN_CLASS",
          "YARDMASTER_REQUIRE_BROWSER",
          "YARDMASTER_REQUIRE_MARIADB",
          "YARDMASTER_REQUIRE_PYTHON",
          "YARDMASTER_REQUIRE_REDIS",
          "YARDMASTER_REQUIRE_RELEASE");

  private ConfigEnvironment() {}

  /**
   * Returns the settings of the variables. Reports an unknown variable with the prefix as a
   * problem.
   */
  static List<ConfigSetting> read(Map<String, String> environment, ConfigProblems problems) {
    Map<String, String> names = new HashMap<>();
    ServerOptions.all().forEach(option -> names.put(option.environmentName(), option.name()));
    List<ConfigSetting> settings = new ArrayList<>();
    new TreeMap<>(environment)
        .forEach(
            (variable, value) -> {
              String name = names.get(variable);
              if (name != null) {
                settings.add(ConfigSetting.of(name, value, "environment variable " + variable));
              } else if (variable.startsWith(ConfigOption.ENVIRONMENT_PREFIX)
                  && !OTHERS.contains(variable)) {
                problems.add(
                    "unknown environment variable "
                        + variable
                        + NearestName.to(variable, names.keySet())
                            .map(near -> ", did you mean " + near + "?")
                            .orElse(""));
              }
            });
    return settings;
  }
}
