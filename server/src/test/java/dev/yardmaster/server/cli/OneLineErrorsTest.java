package dev.yardmaster.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tests how errors of commands are reported. */
class OneLineErrorsTest {

  private final StringWriter err = new StringWriter();

  @Command(name = "fails")
  private static final class Fails implements Callable<Integer> {

    @Option(names = {"--seed", "--sessions", "--seconds"})
    private int unusedSeconds;

    private final ErrorCode code;

    Fails(ErrorCode code) {
      this.code = code;
    }

    @Override
    public Integer call() {
      throw new YardmasterException(code, "the command failed", "address", "db1:7400");
    }
  }

  private int run(ErrorCode code, String... options) {
    return RootCommand.of(Console.system(), new Fails(code))
        .setErr(new PrintWriter(err))
        .execute(Stream.concat(Stream.of("fails"), Stream.of(options)).toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorCode.class,
      names = {"UNAVAILABLE", "NOT_LEADER", "UNAUTHENTICATED", "FORBIDDEN", "DAMAGED"})
  void theRefusalOfAServerIsOneLine(ErrorCode code) {
    assertEquals(1, run(code));
    assertEquals(
        "yardmaster fails: " + code + ": the command failed (address=db1:7400)\n", err.toString());
  }

  @Test
  void wrongConfigurationPointsToTheHelp() {
    assertEquals(2, run(ErrorCode.BAD_CONFIG));
    assertTrue(err.toString().endsWith(" (see --help)\n"), err.toString());
  }

  @Test
  void anUnknownOptionNamesTheMostSimilarOne() {
    assertEquals(2, run(ErrorCode.BAD_CONFIG, "--secods=3"));
    assertEquals(
        "yardmaster fails: Unknown option: '--secods=3', did you mean --seconds? (see --help)\n",
        err.toString());
  }

  @Test
  void anOptionThatIsLikeNoneHasNoSuggestion() {
    assertEquals(2, run(ErrorCode.BAD_CONFIG, "--verbose"));
    assertEquals("yardmaster fails: Unknown option: '--verbose' (see --help)\n", err.toString());
  }

  @Test
  void aBugHasItsStackTrace() {
    assertEquals(1, run(ErrorCode.LOGIC_FAILED));
    assertTrue(err.toString().contains("\n\tat "), err.toString());
  }
}
