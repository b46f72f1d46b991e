package dev.yardmaster.server.cli.top;

import dev.yardmaster.server.cli.remote.AdminAddress;
import dev.yardmaster.server.cli.remote.LiveClient;
import dev.yardmaster.server.cli.values.WholeNumberRange;
import dev.yardmaster.server.cli.values.WholeNumberRange.Of;
import dev.yardmaster.server.live.LiveSnapshot;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the figures of a running server in a terminal. */
@Command(
    name = "top",
    description = {
      "Shows the figures of a running server every second: rates, aborted runs by cause, latencies,"
          + " queues, and the keys and pairs of procedures with the most conflicts. Ctrl-C "
          + "ends the command. If the output is not a terminal, each second is one line.",
      "",
      "Conflicts fade: the weight of a conflict halves in ten seconds."
    },
    exitCodeList = {
      "0:success",
      "1:the server cannot be reached, or refused the request",
      "2:wrong usage",
      "130:stopped by Ctrl-C"
    },
    footer = {
      "  yardmaster top",
      "  yardmaster top --once",
      "  yardmaster top --server https://db1:7401 --token-file admin.token"
    })
public final class TopCommand implements Callable<Integer> {

  /** The system property that the start script sets if the output is a terminal. */
  private static final String TERMINAL_PROPERTY = "yardmaster.terminal.output";

  private static final long INTERVAL_MS = 1_000;
  private static final int WIDTH = 100;

  /** Switches to the alternate screen and hides the cursor; {@link #END} reverts both. */
  private static final String BEGIN = "\033[?1049h\033[?25l";

  private static final String END = "\033[?25h\033[?1049l";
  private static final String HOME = "\033[H";
  private static final String CLEAR_LINE = "\033[K";
  private static final String CLEAR_BELOW = "\033[J";

  private final boolean terminal;
  private final ZoneId zone;

  @Spec private CommandSpec spec;

  @Mixin private AdminAddress admin;

  @Option(names = "--once", description = "Print the newest figures and exit. Default: off.")
  private boolean once;

  @Option(
      names = "--rows",
      paramLabel = "<n>",
      converter = Rows.class,
      defaultValue = "4",
      description = "Rows of each table, 1 to 20.")
  private int rows;

  /**
   * Creates the command.
   *
   * @param terminal whether the output is a terminal, on which the screen can be redrawn
   * @param zone the time zone of the displayed times
   */
  public TopCommand(boolean terminal, ZoneId zone) {
    this.terminal = terminal;
    this.zone = zone;
  }

  /** Creates the command as the start script runs it. */
  public static TopCommand ofSystem() {
    return new TopCommand(Boolean.getBoolean(TERMINAL_PROPERTY), ZoneId.systemDefault());
  }

  @Override
  public Integer call() throws IOException {
    LiveClient client = new LiveClient(admin);
    TopScreen screen = new TopScreen(admin.server().getAuthority(), zone, WIDTH, rows);
    PrintWriter out = spec.commandLine().getOut();
    try {
      LiveSnapshot first = client.snapshot();
      if (once) {
        screen.draw(first).forEach(out::println);
        out.flush();
        return ExitCode.OK;
      }
      return terminal ? watch(client, screen, first, out) : print(client, screen, first, out);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.OK;
    }
  }

  /** Prints one line for each second. */
  private static int print(LiveClient client, TopScreen screen, LiveSnapshot first, PrintWriter out)
      throws IOException, InterruptedException {
    for (LiveSnapshot snapshot = first; !out.checkError(); snapshot = client.snapshot()) {
      out.println(screen.line(snapshot));
      out.flush();
      Thread.sleep(INTERVAL_MS);
    }
    return ExitCode.OK;
  }

  private static int watch(LiveClient client, TopScreen screen, LiveSnapshot first, PrintWriter out)
      throws InterruptedException {
    out.print(BEGIN);
    try {
      List<String> lines = screen.draw(first);
      while (!out.checkError()) {
        show(lines, out);
        Thread.sleep(INTERVAL_MS);
        lines = next(client, screen, lines);
      }
    } finally {
      out.print(END);
      out.flush();
    }
    return ExitCode.OK;
  }

  /**
   * Returns the next lines. If the server sends no figures, returns the last lines with the reason.
   */
  private static List<String> next(LiveClient client, TopScreen screen, List<String> last)
      throws InterruptedException {
    try {
      return screen.draw(client.snapshot());
    } catch (IOException e) {
      List<String> lines = new ArrayList<>(last);
      lines.set(1, "NOT LIVE: " + e.getMessage());
      return lines;
    }
  }

  private static void show(List<String> lines, PrintWriter out) {
    StringBuilder screen = new StringBuilder(HOME);
    lines.forEach(line -> screen.append(line).append(CLEAR_LINE).append('\n'));
    out.print(screen.append(CLEAR_BELOW));
    out.flush();
  }

  @Of(least = 1, most = 20)
  static final class Rows extends WholeNumberRange {}
}
