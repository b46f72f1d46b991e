package dev.yardmaster.engine.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.protocol.BugSearch.SeededCheck;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BugSearchTest {

  @Test
  void theFirstSeedThatFindsTheBugIsReturned() throws IOException {
    assertEquals(3, BugSearch.requireFound("bug", 5, seed -> seed >= 3));
    assertEquals(4, BugSearch.requireFound("bug", 4, 5, seed -> seed >= 3));
  }

  @Test
  void eachSeedIsTriedOnceBeforeTheBugIsMissed() {
    List<Integer> tried = new ArrayList<>();
    AssertionError missed =
        assertThrows(
            AssertionError.class,
            () ->
                BugSearch.requireFound(
                    "bug",
                    3,
                    4,
                    seed -> {
                      tried.add(seed);
                      return false;
                    }));
    assertEquals(List.of(3, 4, 1, 2), tried);
    assertEquals("bug is not found by seeds to 4", missed.getMessage());
  }

  /** Any other exception is a defect of the test, not a bug that it has found. */
  @Test
  void failedRunsFindABug() throws IOException {
    assertFalse(BugSearch.failing(seed -> {}).finds(1));
    assertTrue(BugSearch.failing(seed -> assertEquals(2, seed)).finds(1));
    SeededCheck stopped =
        BugSearch.failing(
            seed -> {
              throw new IllegalStateException("virtual time has run out");
            });
    assertTrue(stopped.finds(1));
    SeededCheck broken =
        BugSearch.failing(
            seed -> {
              throw new UnsupportedOperationException();
            });
    assertThrows(UnsupportedOperationException.class, () -> broken.finds(1));
  }
}
