package dev.yardmaster.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Runs jcstress. The short form takes about a second for each test. How thorough the long form
 * ({@code -Pstress}) is depends on jcstress's mode. Output, results and reports are in {@code
 * target/jcstress}.
 */
class StressTest {

  private static final String BROKEN = "dev.yardmaster.stress.broken.";
  private static final String MODE = System.getProperty("stress.mode", "short");
  private static final Pattern CHOSEN = Pattern.compile(System.getProperty("stress.tests", "."));

  /**
   * The options of the short form: one JVM runs all actors, and its compiler reorders as much as it
   * may.
   */
  private static final List<String> SHORT =
      List.of(
          "-sc",
          "false",
          "-jvmArgs",
          "-XX:+UseSerialGC -XX:+StressLCM -XX:+StressGCM -XX:+StressIGVN -XX:+StressCCP",
          "-f",
          "1",
          "-iters",
          "1",
          "-pth",
          "false");

  @BeforeAll
  static void aRaceNeedsTwoCores() {
    assumeTrue(
        Runtime.getRuntime().availableProcessors() >= 2, "jcstress runs no test on one core");
  }

  @Test
  void nothingForbiddenIsSeen() throws Exception {
    Set<String> chosen = StressClasses.names();
    chosen.removeIf(name -> name.startsWith(BROKEN) || !CHOSEN.matcher(name).find());
    assertFalse(chosen.isEmpty(), "no stress test has " + CHOSEN + " in its name");

    StressRun run = run("tests", MODE, 60, chosen);
    for (String name : List.copyOf(chosen)) {
      if (run.lacksCoresFor(StressClasses.actors(name))) {
        System.out.println("not run, for lack of cores: " + name);
        chosen.remove(name);
      }
    }
    assertEquals(chosen, run.passed(), run::summary);
    assertEquals(Set.of(), run.failed(), run::summary);
    assertEquals(0, run.exitCode(), run::summary);
  }

  @Test
  void deliberateBugsAreFound() throws Exception {
    Set<String> broken = StressClasses.names();
    broken.removeIf(name -> !name.startsWith(BROKEN));

    StressRun run = run("broken", "short", 200, broken);
    assertEquals(broken, run.failed(), run::summary);
    assertEquals(Set.of(), run.passed(), run::summary);
    assertNotEquals(0, run.exitCode(), run::summary);
    assertTrue(
        run.summary().contains("WithoutLockStress")
            && run.summary().contains("Observed forbidden state: "),
        run::summary);
  }

  private static StressRun run(String name, String mode, int shortMs, Set<String> tests)
      throws Exception {
    Path directory = Path.of(System.getProperty("stress.output", "target/jcstress"), name);
    boolean isShort = mode.equals("short");
    List<String> options = new ArrayList<>(isShort ? SHORT : List.of("-m", mode));
    if (isShort) {
      options.addAll(List.of("-time", Integer.toString(shortMs)));
    }
    options.add("-t");
    options.add("^(" + String.join("|", tests).replace(".", "\\.") + ")$");
    System.out.println("jcstress, mode " + mode + ": see " + directory + "/output.txt");
    return StressRun.of(directory, isShort ? 5 : 24 * 60, options);
  }
}
