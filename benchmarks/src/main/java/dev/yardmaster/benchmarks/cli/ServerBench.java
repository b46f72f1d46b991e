package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.report.Machine;
import dev.yardmaster.benchmarks.report.WireReport;
import dev.yardmaster.benchmarks.wire.RemoteServer;
import dev.yardmaster.benchmarks.wire.WireComparison;
import dev.yardmaster.benchmarks.wire.WireLoad;
import dev.yardmaster.benchmarks.wire.WireResults;
import dev.yardmaster.benchmarks.wire.WireSide;
import dev.yardmaster.benchmarks.workload.Workload;
import dev.yardmaster.server.cli.ReportFile;
import dev.yardmaster.server.cli.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/**
 * Measures one running server.
 *
 * @param recordedNs length of each recorded interval, in ns
 */
record ServerBench(
    Environment environment,
    RemoteServer server,
    int connections,
    Workload workload,
    WireLoad load,
    long recordedNs,
    int repeats) {

  private static final double NS_PER_SECOND = 1e9;

  /** Runs it, prints the tables and writes the reports; the exit code. */
  int run(CommandLine command, ReportFile json, ReportFile html) throws IOException {
    PrintWriter out = command.getOut();
    PrintWriter err = command.getErr();
    out.println(workload.name() + ": " + workload.description());
    out.flush();
    WireResults results;
    try (ProgressLine progress =
        new ProgressLine(err, environment.terminal(), environment.clock())) {
      WireSide side = WireSide.remote(server, connections, workload, environment.yardmaster());
      results = new WireComparison(List.of(side), load, recordedNs, repeats, progress).run();
    } catch (InterruptedException e) {
      err.println("interrupted; no report written");
      return ExitCode.SOFTWARE;
    }
    WireReport report =
        new WireReport(workload.name() + ": " + workload.description(), settings(), results, null);
    out.println();
    report.tables().forEach(table -> out.println(TextTable.render(table)));
    results.brokenInvariants().forEach(line -> err.println("invariant broken: " + line));
    err.flush();
    json.write(report.json());
    html.write(report.html(Machine.current(), CommandText.of(command)));
    out.println("Reports: " + html.path() + ", " + json.path());
    out.flush();
    return results.brokenInvariants().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("server", server.address());
    settings.put("connections", connections);
    load.openLoad()
        .ifPresentOrElse(
            open -> {
              settings.put("rate", open.ratePerSecond());
              settings.put("arrivals", open.arrivals().label());
              settings.put("maxOutstanding", open.maxOutstanding());
            },
            () -> settings.put("concurrency", load.concurrency()));
    settings.put("warmupSeconds", load.warmUpNs() / NS_PER_SECOND);
    settings.put("seconds", recordedNs / NS_PER_SECOND);
    settings.put("repeats", repeats);
    return settings;
  }
}
