package dev.yardmaster.server.cli;

import java.util.Map;
import picocli.CommandLine;

/** A process that serves, for tests to send signals to. */
final class ServeMain {

  private ServeMain() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new ServeCommand(Map.of())).execute(arguments));
  }
}
