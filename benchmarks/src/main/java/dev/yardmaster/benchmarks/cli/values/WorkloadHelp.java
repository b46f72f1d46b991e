package dev.yardmaster.benchmarks.cli.values;

import dev.yardmaster.server.cli.values.RangeConverter;
import dev.yardmaster.workloads.WorkloadFactory;
import dev.yardmaster.workloads.WorkloadOption;
import dev.yardmaster.workloads.Workloads;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Leaves a text as it is, and describes the workloads of the class path in the help. */
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
      // A percent sign begins a format specifier of picocli.
      return workloads.all().stream()
          .map(factory -> factory.name() + ": " + text.apply(factory))
          .collect(Collectors.joining(". "))
          .replace("%", "%%");
    }
  }

  /** The name of a workload; the help has the description of each. */
  public static final class Name extends WorkloadHelp {
    Name() {
      super(WorkloadFactory::description);
    }
  }

  /** Values of options; the help has the options of each workload. */
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
