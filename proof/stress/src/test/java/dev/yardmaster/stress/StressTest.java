package dev.yardmaster.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Runs stress tests. The short form ({@link ShortRun}) runs each test for a moment. The long form
 * ({@code -Pstress}) runs jcstress's main program, whose mode determines how thorough the tests
 * are. Output, results and reports are in {@code target/jcstress}.
 */
class StressTest {

  private static final String BROKEN = "dev.yardmaster.stress.broken.";
  private static final String MODE = System.getProperty("stress.mode", "short");
  private static final boolean IS_SHORT = MODE.equals("short");
  private static final Pattern CHOSEN = Pattern.compile(System.getProperty("stress.tests", "."));

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

    StressRun run = run("tests", MODE, 30, chosen);
    for (String name : List.copyOf(chosen)) {
      if (lacksCores(run, name)) {
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

    StressRun run = run("broken", "quick", 2000, broken);
    assertEquals(broken, run.failed(), run::summary);
    assertEquals(Set.of(), run.passed(), run::summary);
    assertEquals(IS_SHORT, run.exitCode() == 0, run::summary);
    assertTrue(
        run.summary().contains("WithoutLockStress")
            && run.summary().contains("Observed forbidden state: "),
        run::summary);
  }

  private static boolean lacksCores(StressRun run, String name) throws ClassNotFoundException {
    long actors = StressClasses.actors(name);
    return IS_SHORT
        ? actors > Runtime.getRuntime().availableProcessors()
        : run.lacksCoresFor(actors);
  }

  /**
   * @param longMode jcstress's mode in the long form
   * @param shortMs the time of each test in the short form
   */
  private static StressRun run(String name, String longMode, int shortMs, Set<String> tests)
      throws Exception {
    Path directory = Path.of(System.getProperty("stress.output", "target/jcstress"), name);
    System.out.println(
        "jcstress, mode " + (IS_SHORT ? MODE : longMode) + ": see " + directory + "/output.txt");
    if (IS_SHORT) {
      Set<String> possible = new TreeSet<>();
      for (String test : tests) {
        if (StressClasses.actors(test) <= Runtime.getRuntime().availableProcessors()) {
          possible.add(test);
        }
      }
      return ShortRun.of(directory, shortMs, possible);
    }
    String chosen = "^(" + String.join("|", tests).replace(".", "\\.") + ")$";
    return StressRun.of(directory, 24 * 60, List.of("-m", longMode, "-t", chosen));
  }
}
