package dev.yardmaster.server.config;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.processor.PipelineConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The configuration of a server: a value for each of {@link ServerOptions}. Instances are immutable
 * and consistent.
 */
public final class ServerConfig {

  private final Map<ConfigOption<?>, Object> given;

  private ServerConfig(Map<ConfigOption<?>, Object> given) {
    this.given = Map.copyOf(given);
  }

  /**
   * Loads a configuration from a file, the environment and the command line, in ascending
   * precedence.
   *
   * @param file a YAML file; empty for none
   * @param environment all environment variables
   * @param commandLine the values of the command line, by the options' dotted names
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG}, with all problems
   */
  public static ServerConfig load(
      Optional<Path> file, Map<String, String> environment, Map<String, String> commandLine) {
    ConfigProblems problems = new ConfigProblems();
    List<ConfigSetting> settings = new ArrayList<>();
    file.ifPresent(path -> settings.addAll(ConfigFile.read(path, problems)));
    settings.addAll(ConfigEnvironment.read(environment, problems));
    commandLine.forEach((name, text) -> settings.add(ConfigSetting.of(name, text, "command line")));
    Builder builder = new Builder(problems);
    settings.forEach(builder::set);
    return builder.build();
  }

  /**
   * Returns the default configuration, in which the data is in memory and the server listens at the
   * loopback address.
   */
  public static ServerConfig defaults() {
    return builder().build();
  }

  /** Returns a builder that starts with the defaults. */
  public static Builder builder() {
    return new Builder(new ConfigProblems());
  }

  /** Returns a builder that starts with the settings of this configuration. */
  public Builder toBuilder() {
    Builder builder = builder();
    builder.given.putAll(given);
    return builder;
  }

  /** Returns the value of an option. */
  @SuppressWarnings("unchecked") // The builder pairs an option with a value of its type.
  public <T> T get(ConfigOption<T> option) {
    Object value = given.get(option);
    return value == null ? option.defaultValue() : (T) value;
  }

  /** Returns whether any source sets the option. */
  public boolean isGiven(ConfigOption<?> option) {
    return given.containsKey(option);
  }

  /** Returns whether connections are encrypted. */
  public boolean isTls() {
    return get(ServerOptions.TLS_CERTIFICATE).isPresent();
  }

  /** Returns the settings of the engine; empty if the pipeline runs the transactions. */
  public Optional<EngineConfig> engine() {
    return EngineSettings.isEngine(this) ? Optional.of(EngineSettings.of(this)) : Optional.empty();
  }

  /** Returns whether the server belongs to a cluster. */
  public boolean isClustered() {
    return !get(ServerOptions.CLUSTER_MEMBERS).isEmpty();
  }

  /** Returns the server's place in its cluster; empty if it belongs to no cluster. */
  public Optional<ClusterSettings> cluster() {
    return isClustered() ? Optional.of(ClusterSettings.of(this)) : Optional.empty();
  }

  /** Returns the settings of the pipeline. */
  public PipelineConfig pipeline() {
    return PipelineSettings.of(this);
  }

  /** Collects values. {@link #build} checks all values together. */
  public static final class Builder {

    private final Map<ConfigOption<?>, Object> given = new HashMap<>();
    private final ConfigProblems problems;

    private Builder(ConfigProblems problems) {
      this.problems = problems;
    }

    /** Sets an option. */
    public <T> Builder set(ConfigOption<T> option, T value) {
      try {
        given.put(option, option.type().checked(value));
      } catch (IllegalArgumentException e) {
        problems.outOfRange(option, ConfigSetting.of(option.name(), value.toString(), "builder"));
      }
      return this;
    }

    /** Sets the option with a dotted name to the value that a text denotes. */
    public Builder set(String name, String text) {
      return set(ConfigSetting.of(name, text, "builder"));
    }

    private Builder set(ConfigSetting setting) {
      ServerOptions.named(setting.name())
          .ifPresentOrElse(option -> set(option, setting), () -> unknown(setting));
      return this;
    }

    private void set(ConfigOption<?> option, ConfigSetting setting) {
      try {
        given.put(
            option,
            setting.list()
                ? option.type().parseList(setting.texts())
                : option.type().parse(setting.texts().get(0)));
      } catch (IllegalArgumentException | YardmasterException e) {
        problems.outOfRange(option, setting);
      }
    }

    private void unknown(ConfigSetting setting) {
      List<String> names = ServerOptions.all().stream().map(ConfigOption::name).toList();
      problems.add(
          "unknown option "
              + setting.name()
              + " ("
              + setting.origin()
              + ")"
              + NearestName.to(setting.name(), names)
                  .map(near -> ", did you mean " + near + "?")
                  .orElse(""));
    }

    /**
     * Builds the configuration.
     *
     * @throws YardmasterException {@link ErrorCode#BAD_CONFIG}, with all problems
     */
    public ServerConfig build() {
      problems.throwIfAny();
      ServerConfig config = new ServerConfig(given);
      ConfigRules.check(config, problems);
      problems.throwIfAny();
      return config;
    }
  }
}
