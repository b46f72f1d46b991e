package dev.yardmaster.benchmarks.cli.command;

import dev.yardmaster.benchmarks.attack.AttackLauncher;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.run.Launcher;
import dev.yardmaster.benchmarks.wire.ServerLauncher;
import dev.yardmaster.server.cli.Console;
import java.io.InputStream;
import org.agrona.concurrent.NanoClock;

/**
 * The resources outside the process that the commands use. Tests replace these resources.
 *
 * @param launcher starts the embedded service that is measured
 * @param clock the clock that measures intervals and latencies
 * @param terminal whether output goes to a terminal, where a progress line may be rewritten in
 *     place
 * @param input the standard input
 * @param servers starts servers to measure and connects to them
 * @param attacks starts servers to attack, and their attackers
 */
public record Environment(
    Launcher launcher,
    NanoClock clock,
    boolean terminal,
    InputStream input,
    ServerLauncher servers,
    AttackLauncher attacks) {

  /** Creates an environment that starts real servers. */
  public Environment(Launcher launcher, NanoClock clock, boolean terminal, InputStream input) {
    this(launcher, clock, terminal, input, ServerLauncher.childProcess());
  }

  /**
   * Creates an environment that measures the servers that {@code servers} starts, instead of real
   * servers.
   */
  public Environment(
      Launcher launcher,
      NanoClock clock,
      boolean terminal,
      InputStream input,
      ServerLauncher servers) {
    this(launcher, clock, terminal, input, servers, AttackLauncher.childProcesses());
  }

  public static Environment system() {
    Console console = Console.system();
    return new Environment(
        MeasuredService::pipeline, console.clock(), console.terminal(), System.in);
  }

  public Console console() {
    return new Console(clock, terminal);
  }
}
