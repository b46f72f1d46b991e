package dev.yardmaster.server.cli;

import java.util.Map;
import picocli.CommandLine;

/** The main class of a server process to which tests send signals. */
final class ServeMain {

  private ServeMain() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new ServeCommand(Map.of())).execute(arguments));
  }
}
