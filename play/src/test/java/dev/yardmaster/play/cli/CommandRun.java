package dev.yardmaster.play.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.RootCommand;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.agrona.concurrent.SystemNanoClock;
import picocli.CommandLine;

/**
 * A command that has run in this process.
 *
 * @param exitCode the exit code
 * @param out the standard output
 * @param err the error output
 */
record CommandRun(int exitCode, String out, String err) {

  static CommandLine root(PlayInput input) {
    return RootCommand.of(
        new Console(SystemNanoClock.INSTANCE, false),
        PlayMain.commands(new Console(SystemNanoClock.INSTANCE, false), input));
  }

  /** Runs a command whose input is a pipe with the given lines. */
  static CommandRun of(String input, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine root =
        root(new PlayInput(new ByteArrayInputStream(input.getBytes(UTF_8)), false))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));
    int exitCode = root.execute(arguments);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
