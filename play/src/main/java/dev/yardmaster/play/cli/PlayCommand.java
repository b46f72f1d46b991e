package dev.yardmaster.play.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.yardmaster.engine.Protocols;
import dev.yardmaster.play.prompt.LineSource;
import dev.yardmaster.play.prompt.Prompt;
import dev.yardmaster.play.prompt.ScriptLines;
import dev.yardmaster.play.prompt.TerminalLines;
import dev.yardmaster.play.service.BatchedPipeline;
import dev.yardmaster.play.service.EngineTarget;
import dev.yardmaster.play.service.ServerTarget;
import dev.yardmaster.play.service.Target;
import dev.yardmaster.server.cli.CommandFailure;
import dev.yardmaster.server.cli.remote.ServiceAddress;
import dev.yardmaster.server.cli.values.RangeConverter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Opens a prompt for transactions in several concurrent sessions. */
@Command(
    name = "play",
    description = {
      "Opens a prompt with two sessions side by side: begin, get, put, scan and commit"
          + " transactions in both, and see the conflicts. batch runs several procedures at once,"
          + " and shows the conflict graph, the order and the repairs. tour shows it all; help lists"
          + " the commands.",
      "",
      "By default the transactions run on a pipeline in this process, whose data is in memory. If"
          + " the input is not a terminal, the prompt runs its lines as a script, and ends at the"
          + " first error."
    },
    exitCodeList = {
      "0:success",
      "1:a line of a script could not be executed, or the server could not be reached",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "  yardmaster play",
      "  yardmaster play --engine wound-wait",
      "  yardmaster play --server 127.0.0.1:7400",
      "  echo tour | yardmaster play"
    })
public final class PlayCommand implements Callable<Integer> {

  /**
   * The time for which the prompt waits for a step under a protocol that may make the step wait for
   * another transaction.
   */
  private static final Duration TIMEOUT = Duration.ofMillis(500);

  private final PlayInput input;

  @Spec private CommandSpec spec;

  @Option(
      names = "--engine",
      paramLabel = "PROTOCOL",
      arity = "0..1",
      fallbackValue = "silo",
      converter = ProtocolName.class,
      description =
          "Play on an in-process engine under this concurrency control: ${RANGE}. Without"
              + " PROTOCOL: silo. Default: the pipeline.")
  private String engine;

  @Option(
      names = "--no-repair",
      description =
          "Do not repair procedures in the pipeline: a victim aborts and starts again. Default:"
              + " repair.")
  private boolean withoutRepair;

  @Option(
      names = "--script",
      paramLabel = "FILE",
      description = "Run the lines of a file. Default: read the input.")
  private Path script;

  @ArgGroup(exclusive = false, heading = "To play on a running server:%n")
  private ServiceAddress server;

  /**
   * Creates the command.
   *
   * @param input the input, which the command reads if no file is given
   */
  public PlayCommand(PlayInput input) {
    this.input = input;
  }

  @Override
  public Integer call() throws IOException {
    checkOptions();
    PrintWriter out = spec.commandLine().getOut();
    boolean executed;
    try (Target target = target()) {
      boolean typed = script == null && input.terminal();
      executed = typed ? atTerminal(target) : fromScript(target, out);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.SOFTWARE;
    }
    return executed ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void checkOptions() {
    if (engine != null && server != null) {
      throw new ParameterException(
          spec.commandLine(), "--engine and the options of a server exclude each other");
    }
    if (withoutRepair && (engine != null || server != null)) {
      throw new ParameterException(
          spec.commandLine(), "--no-repair is for the pipeline of this process");
    }
  }

  private Target target() throws IOException {
    if (engine != null) {
      return new EngineTarget(engine, TIMEOUT);
    }
    return server == null
        ? new BatchedPipeline(!withoutRepair)
        : new ServerTarget(
            server.connect("yardmaster play"), server.addresses(), TIMEOUT.multipliedBy(4));
  }

  private boolean atTerminal(Target target) throws IOException, InterruptedException {
    // If a signal ends the process, a thread of the terminal library restores the terminal's modes.
    try (Terminal terminal =
        TerminalBuilder.builder().system(true).dumb(true).nativeSignals(true).build()) {
      Prompt prompt = new Prompt(target, terminal.writer());
      try (LineSource lines = new TerminalLines(terminal, prompt::completions)) {
        prompt.greet();
        return prompt.run(lines);
      }
    }
  }

  private boolean fromScript(Target target, PrintWriter out)
      throws IOException, InterruptedException {
    try (LineSource lines =
        new ScriptLines(
            script == null
                ? new InputStreamReader(input.stream(), UTF_8)
                : Files.newBufferedReader(script),
            out)) {
      Prompt prompt = new Prompt(target, out);
      return prompt.run(lines);
    } catch (NoSuchFileException e) {
      throw new CommandFailure("there is no file " + script, e);
    } finally {
      out.flush();
    }
  }

  static final class ProtocolName implements RangeConverter<String> {

    @Override
    public String range() {
      return String.join(", ", Protocols.serializableNames());
    }

    @Override
    public String convert(String text) {
      if (Protocols.serializableNames().contains(text)) {
        return text;
      }
      throw new TypeConversionException("'" + text + "' is not a protocol: " + range());
    }
  }
}
