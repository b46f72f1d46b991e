package dev.yardmaster.benchmarks.cli.values;

import dev.yardmaster.server.cli.values.RangeConverter;
import dev.yardmaster.workloads.WorkloadFactory;
import dev.yardmaster.workloads.WorkloadOption;
import dev.yardmaster.workloads.Workloads;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Returns the text of an option unchanged. In the help, the range of the option describes the
 * workloads of the class path.
 */
public abstract class WorkloadHelp implements RangeConverter<String> {

  private final Function<WorkloadFactory, String> text;

  WorkloadHelp(Function<WorkloadFactory, String> text) {
    this.text = text;
  }

  @Override
  public String convert(String value) {
    return value;
  }

  @Override
  public String range() {
    try (Workloads workloads = Workloads.on(List.of())) {
      // Percent signs are doubled, because a single percent sign begins a format specifier of
      // picocli.
      return workloads.all().stream()
          .map(factory -> factory.name() + ": " + text.apply(factory))
          .collect(Collectors.joining(". "))
          .replace("%", "%%");
    }
  }

  /** The name of a workload. The help has the description of each workload. */
  public static final class Name extends WorkloadHelp {
    Name() {
      super(WorkloadFactory::description);
    }
  }

  /** The values of a workload's options. The help has the options of each workload. */
  public static final class Options extends WorkloadHelp {
    Options() {
      super(
          factory ->
              factory.options().stream()
                  .map(WorkloadOption::help)
                  .collect(Collectors.joining("; ")));
    }
  }
}
