package dev.yardmaster.proof.wirefuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Runs many inputs of one seed, and checks their variety. */
class WireFuzzTest {

  private static final long SEED = 20_261_121;
  private static final int EFFORT = Integer.getInteger("tests.effort", 1);
  private static final long INPUTS = 5_000L * EFFORT;
  private static final int SOCKET_INPUTS = 800 * EFFORT;

  @Test
  void nothingThatComesMakesAConnectionFail() {
    WireFuzz fuzz = new WireFuzz(SEED);
    WireFuzz.Found found = fuzz.run(0, INPUTS, done -> {});
    if (found != null) {
      throw new AssertionError(
          "input " + found.input() + " of seed " + SEED + ":\n" + fuzz.text(found.input()),
          found.failure());
    }
  }

  @Test
  void norOverRealSockets() throws IOException {
    new SocketFuzz(SEED).run(SOCKET_INPUTS);
  }

  @Test
  void aSeedGivesTheSameInputsAgain() {
    assertEquals(new WireFuzz(SEED).text(17), new WireFuzz(SEED).text(17));
    assertNull(new WireFuzz(SEED).run(17, 18, done -> {}));
  }

  /**
   * Checks that many inputs violate the protocol only after a valid greeting, because a fuzzer
   * without such inputs finds no errors.
   */
  @Test
  void inputsGoDeepAndWrongInManyWays() {
    Map<String, Integer> violations = new HashMap<>();
    int greeted = 0;
    long requests = 0;
    SplittableRandom seeds = new SplittableRandom(SEED);
    int inputs = 8_000 * EFFORT;
    for (int i = 0; i < inputs; i++) {
      Expectation expected = Expectation.of(FuzzInput.draw(seeds.nextLong()).bytes());
      greeted += expected.greeted() ? 1 : 0;
      requests += expected.requestIds().size();
      violations.merge(String.valueOf(expected.violation()), 1, Integer::sum);
    }
    assertTrue(greeted > inputs / 2, "greeted " + greeted);
    assertTrue(requests > inputs, "requests " + requests);
    for (String violation :
        new String[] {
          "null",
          "a frame is too long",
          "a message comes before hello",
          "a field is not of its type",
          "hello comes twice",
          "no version in common",
          "a token that is not known",
          "a request has no id",
          "a request after goodbye"
        }) {
      assertTrue(violations.containsKey(violation), violation + " in " + violations);
    }
    assertTrue(
        violations.keySet().stream().filter(text -> text.startsWith("malformed")).count() > 3,
        violations.toString());
  }
}
