package dev.yardmaster.play.cli;

import dev.yardmaster.proof.torture.cli.DemoClusterCommand;
import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.RootCommand;
import picocli.CommandLine;

/** The {@code yardmaster} command with {@code play}, {@code demo} and the operators' commands. */
public final class PlayMain {

  private PlayMain() {}

  /** Runs the command and ends the process with the command's exit code. */
  public static void main(String[] args) {
    Console console = Console.system();
    RootCommand.execute(RootCommand.of(console, commands(console)), args);
  }

  /** Returns the commands of this module, to list before the operators' commands. */
  public static Object[] commands(Console console) {
    return commands(console, PlayInput.system());
  }

  static Object[] commands(Console console, PlayInput input) {
    return new Object[] {
      new PlayCommand(input),
      new CommandLine(new DemoCommand(console)).addSubcommand(new DemoClusterCommand(console))
    };
  }
}
