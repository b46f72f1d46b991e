package dev.yardmaster.proof.torture.cli;

import dev.yardmaster.proof.torture.Copies;
import dev.yardmaster.proof.torture.TortureFailure;
import dev.yardmaster.proof.torture.cluster.ClusterDemo;
import dev.yardmaster.proof.torture.cluster.ClusterTorture;
import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.values.DecimalRange;
import dev.yardmaster.server.cli.values.SeedOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Kills the leader of a cluster, and shows what its clients see. */
@Command(
    name = "cluster",
    description = {
      "Starts three servers of a cluster on this machine, runs SmallBank on them, kills the leader,"
          + " and shows what the clients see: the commits of each half second, if --seconds"
          + " is not given. At the end, every"
          + " account must follow from the committed transactions. The data is in a temporary"
          + " folder, which is removed if all is well. Takes about fifteen seconds."
    },
    exitCodeList = {
      "0:no transaction was lost or committed twice",
      "1:a transaction was lost or committed twice, or a server has failed",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {"  yardmaster demo cluster"})
public final class DemoClusterCommand implements Callable<Integer> {

  private static final int SERVERS = 3;
  private static final int CUSTOMERS = 1_000;
  private static final int CONCURRENCY = 300;

  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "<s>",
      converter = Seconds.class,
      defaultValue = "7",
      description =
          "Seconds in which the commits are counted, in " + ClusterDemo.STEPS + " steps; ${RANGE}.")
  private double seconds;

  @Mixin private SeedOption seedOption;

  /** Creates the command. */
  public DemoClusterCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Path folder = Files.createTempDirectory("yardmaster-demo-");
    try (ClusterTorture cluster =
        new ClusterTorture(
            folder.resolve("data"),
            folder.resolve("errors"),
            SERVERS,
            CUSTOMERS,
            CONCURRENCY,
            new SplittableRandom(seedOption.seed()),
            console.clock(),
            totals -> {})) {
      new ClusterDemo(
              cluster,
              seconds,
              console.clock(),
              line -> {
                out.println(line);
                out.flush();
              })
          .run();
    } catch (TortureFailure e) {
      err.println("the demonstration failed: " + e.getMessage());
      err.println("Data and output of the servers: " + folder);
      err.flush();
      return ExitCode.SOFTWARE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.SOFTWARE;
    }
    Copies.delete(folder);
    return ExitCode.OK;
  }

  static final class Seconds extends DecimalRange {
    Seconds() {
      super("0.5", "600", "number of seconds");
    }
  }
}
