package dev.yardmaster.server.cli;

import dev.yardmaster.proof.checker.Anomaly;
import dev.yardmaster.proof.checker.CheckOptions;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.Guarantee;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.agrona.concurrent.NanoClock;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Checks a recorded history. */
@Command(
    name = "check",
    description = {
      "Checks whether a recorded history is strictly serializable. If the history is not, the"
          + " command names the anomaly and shows the shortest cycle of transactions, with keys"
          + " and versions, in words and as a graph for Graphviz.",
      "",
      "`bench --check --histories DIR`, simulate and fuzz record histories."
    },
    exitCodeList = {
      "0:the history has the guarantee",
      "1:an anomaly was found, or the file could not be read",
      "2:wrong usage"
    },
    footer = {
      "  yardmaster check reports/simulate.history",
      "  yardmaster check reports/simulate.history --dot cycle.dot",
      "  yardmaster check reports/si.history --guarantee snapshot"
    })
final class CheckCommand implements Callable<Integer> {

  private static final double NS_PER_SECOND = 1e9;

  private final NanoClock clock;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The history.")
  private Path history;

  @Option(
      names = "--dot",
      paramLabel = "FILE",
      description = "The file for the graph of the first anomaly. Default: print the graph.")
  private Path dot;

  @Option(
      names = "--guarantee",
      paramLabel = "<level>",
      converter = Level.class,
      defaultValue = "strict",
      description =
          "What the history must be: strict (strictly serializable), serializable, or snapshot, for"
              + " a history of the protocol si. Default: strict.")
  private Guarantee guarantee;

  CheckCommand(Console console) {
    this.clock = console.clock();
  }

  /** Converts the name of a guarantee. */
  static final class Level implements ITypeConverter<Guarantee> {
    @Override
    public Guarantee convert(String text) {
      for (Guarantee level : Guarantee.values()) {
        if (level.name().toLowerCase(Locale.ROOT).equals(text)) {
          return level;
        }
      }
      throw new TypeConversionException(
          "the guarantee is strict, serializable or snapshot: '" + text + "'");
    }
  }

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    ReportFile dotFile = dot == null ? null : ReportFile.forOption("--dot", dot, command);
    PrintWriter out = command.getOut();
    long beganNs = clock.nanoTime();
    CheckResult result = check();
    double seconds = (clock.nanoTime() - beganNs) / NS_PER_SECOND;
    out.printf(
        Locale.ROOT,
        "%,d transactions with %,d reads and %,d writes of %,d keys, checked in %.1f s%n",
        result.transactions(),
        result.reads(),
        result.writes(),
        result.keys(),
        seconds);
    if (result.isSerializable()) {
      out.println(
          switch (guarantee) {
            case STRICT -> "Strictly serializable.";
            case SERIALIZABLE -> "Serializable.";
            case SNAPSHOT -> "Snapshot isolation.";
          });
      out.flush();
      return ExitCode.OK;
    }
    for (Anomaly anomaly : result.anomalies()) {
      out.println();
      out.println(anomaly.inWords());
    }
    String graph = result.anomalies().get(0).asDot();
    if (dotFile == null) {
      out.println();
      out.println(graph);
    } else {
      dotFile.write(graph);
      out.println();
      out.println("Graph: " + dotFile.path());
    }
    out.flush();
    return ExitCode.SOFTWARE;
  }

  private CheckResult check() throws IOException {
    try {
      return SerializabilityChecker.check(history, CheckOptions.defaults().with(guarantee));
    } catch (NoSuchFileException e) {
      throw new IOException("there is no file " + history, e);
    } catch (IOException e) {
      throw new IOException("cannot check " + history + ": " + e.getMessage(), e);
    }
  }
}
