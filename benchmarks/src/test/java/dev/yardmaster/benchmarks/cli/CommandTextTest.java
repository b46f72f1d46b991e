package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.benchmarks.cli.command.CommandText;
import dev.yardmaster.benchmarks.cli.command.Environment;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandTextTest {

  @Test
  void wordsThatAShellWouldChangeAreQuoted() {
    CommandLine root = YardmasterCommand.commandLine(Environment.system());
    var parsed =
        root.parseArgs("bench", "micro", "--modes", "base,srvc@40", "--data", "it's a $folder");
    assertEquals(
        "./yardmaster bench micro --modes base,srvc@40 --data 'it'\\''s a $folder'",
        CommandText.of(parsed.subcommand().commandSpec().commandLine()));
  }

  @Test
  void secretsInUrlsAreMasked() {
    CommandLine root = YardmasterCommand.commandLine(Environment.system());
    var parsed =
        root.parseArgs("bench", "jdbc", "--url", "jdbc:postgresql://a:b@h/d?password=it's x&ssl=1");
    assertEquals(
        "./yardmaster bench jdbc --url 'jdbc:postgresql://***@h/d?password=***&ssl=1'",
        CommandText.of(parsed.subcommand().subcommand().commandSpec().commandLine()));
  }
}
