package dev.yardmaster.play.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs the transcripts of the guide as scripts, and compares the outputs with the guide. */
class PlayGuideTest {

  private static final Path GUIDE = Path.of("..", "docs", "guide-play.md");
  private static final Pattern TRANSCRIPT =
      Pattern.compile("<!-- transcript:(.*?)-->\n```text\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINE = Pattern.compile("^ *[A-Z]> (.*)$", Pattern.MULTILINE);

  private static List<MatchResult> transcripts() throws IOException {
    return TRANSCRIPT.matcher(Files.readString(GUIDE)).results().toList();
  }

  @Test
  void theGuideHasTranscripts() throws IOException {
    assertTrue(transcripts().size() >= 5, "transcripts: " + transcripts().size());
  }

  @TestFactory
  List<DynamicTest> transcriptsAreWhatTheCommandPrints() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (MatchResult transcript : transcripts()) {
      List<String> arguments = new ArrayList<>(List.of("play"));
      if (!transcript.group(1).isBlank()) {
        arguments.addAll(List.of(transcript.group(1).strip().split("\\s+")));
      }
      String script =
          LINE.matcher(transcript.group(2))
              .results()
              .map(line -> line.group(1))
              .collect(Collectors.joining("\n"));
      tests.add(
          DynamicTest.dynamicTest(
              arguments + ": " + script.lines().findFirst().orElseThrow(),
              () -> {
                CommandRun run = CommandRun.of(script, arguments.toArray(String[]::new));
                assertEquals(transcript.group(2), run.out());
                assertEquals(0, run.exitCode(), run.err());
              }));
    }
    return tests;
  }
}
