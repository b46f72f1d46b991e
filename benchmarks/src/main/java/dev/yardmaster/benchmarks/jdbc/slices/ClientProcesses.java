package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.jdbc.LoadClients;
import dev.yardmaster.benchmarks.jdbc.LoadFigures;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.process.MeasuredProcess;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Processes between which the clients of a cell are divided. Only one thread may use an instance.
 * This thread sends each request to all processes before it waits for the answers.
 */
final class ClientProcesses implements AutoCloseable {

  private final List<MeasuredProcess> processes = new ArrayList<>();

  private ClientProcesses() {}

  /** Starts the processes. */
  static ClientProcesses start(Cell cell, int count, SlicesPlan plan, PostgresServer server)
      throws InterruptedException {
    ClientProcesses started = new ClientProcesses();
    boolean isComplete = false;
    try {
      for (int i = 0; i < count; i++) {
        started.processes.add(
            MeasuredProcess.startSmall(
                ClientProcess.class,
                cell.workload().name(),
                Integer.toString(plan.size(cell.workload())),
                plan.lockOrder().name(),
                Double.toString(cell.skew()),
                Long.toString(plan.seed()),
                Integer.toString(cell.connections()),
                Integer.toString(cell.connections() * i / count),
                Integer.toString(cell.connections() * (i + 1) / count - 1)));
      }
      Properties properties = server.properties();
      started.ask(
          "server",
          server.url(),
          properties.getProperty("user", ""),
          properties.getProperty("password", ""));
      isComplete = true;
      return started;
    } finally {
      if (!isComplete) {
        started.close();
      }
    }
  }

  /**
   * Opens the connections of a side.
   *
   * @param prefix the prefix of the driver's URLs
   */
  SlicedSide.Slices open(String label, String prefix) {
    return open(label, () -> 0, "open", label, prefix);
  }

  /** Opens the connections of a side whose drivers use a coordinator. */
  SlicedSide.Slices open(String label, String prefix, CoordinatorProcess coordinator) {
    return open(
        label,
        coordinator::cpuNs,
        "open",
        label,
        prefix,
        "yardmaster.coordinator",
        coordinator.address());
  }

  private SlicedSide.Slices open(String label, LongSupplier furtherCpuNs, String... request) {
    ask(request);
    return repeat -> {
      ask("start", label, Integer.toString(repeat));
      return new Clients(furtherCpuNs);
    };
  }

  private List<String> ask(String... words) {
    // A request may contain secrets, so it is not passed as an argument of a command line.
    String request =
        Stream.of(words)
            .map(word -> URLEncoder.encode(word, StandardCharsets.UTF_8))
            .collect(Collectors.joining(" "));
    processes.forEach(process -> process.send(request));
    return processes.stream().map(MeasuredProcess::receive).toList();
  }

  private long[] askNumbers(String request) {
    return ask(request).stream().mapToLong(Long::parseLong).toArray();
  }

  @Override
  public void close() {
    processes.forEach(MeasuredProcess::close);
  }

  /** The clients of a slice, which run in the child processes. */
  private final class Clients implements LoadClients {
    private final LongSupplier furtherCpuNs;
    private boolean hasFailed;
    private List<String> figures = List.of();

    Clients(LongSupplier furtherCpuNs) {
      this.furtherCpuNs = furtherCpuNs;
    }

    @Override
    public void record() {
      ask("record");
    }

    @Override
    public void drain() {
      ask("drain");
    }

    @Override
    public void end() {
      figures = ask("end");
    }

    @Override
    public long committed() {
      long sum = 0;
      for (long each : askNumbers("committed")) {
        hasFailed |= each < 0;
        sum += each;
      }
      return sum;
    }

    @Override
    public boolean hasFailed() {
      return hasFailed;
    }

    @Override
    public long cpuNs() {
      long sum = furtherCpuNs.getAsLong();
      for (long each : askNumbers("cpu")) {
        sum += each;
      }
      return sum;
    }

    @Override
    public LoadFigures figures() {
      return figures.stream().map(LoadFigures::parse).reduce(LoadFigures::plus).orElseThrow();
    }
  }
}
