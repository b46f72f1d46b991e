package dev.yardmaster.workloads;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** The values of a workload's options, and the seed of its random inputs. */
public final class WorkloadSettings {

  private final Map<String, Double> values = new LinkedHashMap<>();
  private final List<WorkloadOption> options;
  private final long seed;
  private final LongFunction<RandomInputs> random;

  /**
   * Creates settings from the values that a user has given. Options without a given value have
   * their defaults.
   *
   * @param given values as texts, by the options' names
   * @param random returns random inputs for a seed
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if there is no option with a given
   *     name, or if a value is not in the option's range
   */
  public WorkloadSettings(
      WorkloadFactory factory,
      Map<String, String> given,
      long seed,
      LongFunction<RandomInputs> random) {
    this.options = List.copyOf(factory.options());
    this.seed = seed;
    this.random = random;
    options.forEach(option -> values.put(option.name(), option.byDefault()));
    given.forEach((name, text) -> values.put(name, option(factory, name, text).parse(text)));
  }

  private WorkloadOption option(WorkloadFactory factory, String name, String text) {
    return options.stream()
        .filter(option -> option.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> {
              List<String> names = options.stream().map(WorkloadOption::name).toList();
              return new YardmasterException(
                  ErrorCode.BAD_CONFIG,
                  "the workload "
                      + factory.name()
                      + " has no such option; its options are "
                      + (names.isEmpty() ? "none" : String.join(", ", names)),
                  name,
                  text);
            });
  }

  /** Returns the value of an option that takes whole numbers. */
  public int whole(WorkloadOption option) {
    return (int) decimal(option);
  }

  /** Returns the value of an option. */
  public double decimal(WorkloadOption option) {
    Double value = values.get(option.name());
    if (value == null) {
      throw new IllegalArgumentException("options() does not contain " + option.name());
    }
    return value;
  }

  /** Returns the seed of the workload's random inputs. */
  public long seed() {
    return seed;
  }

  /** Returns random inputs at their beginning, which depend only on {@link #seed}. */
  public RandomInputs random() {
    return random.apply(seed);
  }

  /** Returns all options with their values, for reports. */
  @Override
  public String toString() {
    List<String> texts = new ArrayList<>();
    for (WorkloadOption option : options) {
      texts.add(option.name() + '=' + option.text(values.get(option.name())));
    }
    return String.join(", ", texts);
  }
}
