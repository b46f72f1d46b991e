package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Runs the commands of the documentation that {@link DocumentedDataCommandsTest} does not run. */
class DocumentedCommandsTest extends DocumentedCommands {

  @Override
  boolean runs(String command) {
    return !isAboutData(command);
  }

  @Test
  void theDocumentationHasCommands() throws IOException {
    assertTrue(commands(ROOT.resolve("README.md")).contains("bench smallbank"));
    assertTrue(commands(ROOT.resolve("docs/guide-benchmarks.md")).size() >= 5);
  }
}
