package dev.yardmaster.proof.simulator.cli;

import dev.yardmaster.proof.simulator.Campaign;
import dev.yardmaster.proof.simulator.RunResult;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.ReportFile;
import dev.yardmaster.server.cli.StatusLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** Runs the scenarios of a range of seeds for a command, shows progress, and prints the result. */
final class CampaignRun {

  private static final double NS_PER_SECOND = 1e9;

  private final CommandLine command;
  private final SeedRange seeds;
  private final Function<Scenario, String> surroundings;
  private final String options;
  private final PrintWriter out;
  private final PrintWriter err;
  private final StatusLine status;
  private Campaign.Totals totals = new Campaign.Totals(0, 0, 0, 0);

  /**
   * Creates a campaign.
   *
   * @param surroundings returns a line that describes how the environment disturbs a run
   * @param options the options that a user needs in addition to the seed to repeat a run, with a
   *     space in front
   */
  CampaignRun(
      CommandLine command,
      Console console,
      SeedRange seeds,
      Function<Scenario, String> surroundings,
      String options) {
    this.options = options;
    this.surroundings = surroundings;
    this.command = command;
    this.seeds = seeds;
    this.out = command.getOut();
    this.err = command.getErr();
    this.status = new StatusLine(err, console);
  }

  /**
   * Runs the scenarios of the seeds, and returns the exit code.
   *
   * @param scenarios draws the scenario of a seed
   * @param history the file for the history of a failed run, or of the only run
   */
  int play(int jobs, LongFunction<Scenario> scenarios, Campaign.Player player, ReportFile history)
      throws IOException {
    RunResult[] only = new RunResult[1];
    Campaign.Player keeping =
        scenario -> {
          RunResult result = player.play(scenario);
          if (seeds.size() == 1) {
            only[0] = result;
          }
          return result;
        };
    Optional<RunResult> failed;
    try {
      failed = Campaign.run(seeds.first(), seeds.last(), jobs, scenarios, keeping, this::show);
    } catch (InterruptedException e) {
      status.close();
      err.println("interrupted after " + summary());
      err.flush();
      return ExitCode.SOFTWARE;
    }
    status.close();
    if (failed.isPresent()) {
      fail(failed.get(), history);
      return ExitCode.SOFTWARE;
    }
    if (only[0] != null) {
      out.println(only[0].scenario().inWords());
      out.println(surroundings.apply(only[0].scenario()));
      history.write(only[0].history());
      out.println("History: " + history.path());
    }
    out.println("All checks passed: " + summary());
    out.flush();
    return ExitCode.OK;
  }

  private void fail(RunResult failed, ReportFile history) throws IOException {
    history.write(failed.history());
    long seed = failed.scenario().seed();
    err.println("seed " + seed + " failed: " + failed.scenario().inWords());
    err.println(surroundings.apply(failed.scenario()));
    failed.failures().forEach(err::println);
    err.println();
    err.println("History: " + history.path());
    err.println(
        "Again: ./" + command.getCommandSpec().qualifiedName() + options + " --seed " + seed);
    err.println("Played: " + summary());
    err.flush();
  }

  private String summary() {
    double seconds = status.passedNs() / NS_PER_SECOND;
    return String.format(
        Locale.ROOT,
        "%,d %s, %,d transactions, of which %,d committed%s; %,.1f seeds/s, %,.0f transactions/s",
        totals.seeds(),
        totals.seeds() == 1 ? "seed" : "seeds",
        totals.operations(),
        totals.committed(),
        totals.crashes() == 0 ? "" : String.format(Locale.ROOT, ", %,d crashes", totals.crashes()),
        totals.seeds() / seconds,
        totals.operations() / seconds);
  }

  private void show(Campaign.Totals now) {
    totals = now;
    status.show(
        () -> {
          double seconds = status.passedNs() / NS_PER_SECOND;
          double perSecond = now.seeds() / seconds;
          return String.format(
              Locale.ROOT,
              "%,d of %,d seeds | %,.1f seeds/s | %,.0f transactions/s | %,.0f s left",
              now.seeds(),
              seeds.size(),
              perSecond,
              now.operations() / seconds,
              Math.ceil((seeds.size() - now.seeds()) / perSecond));
        });
  }
}
