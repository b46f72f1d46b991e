package dev.yardmaster.validator;

import static dev.yardmaster.validator.Keys.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Tests which part of a range is unknown after its oldest writes were discarded. */
class LogicalRangeTest {

  private final LogicalRange range = new LogicalRange(null, 8);

  private void forget(int key, long version) {
    range.add(key(key), version);
    range.forgetOldest();
  }

  private static boolean mayHaveForgotten(LogicalRange range, int from, int to, long version) {
    return range.mayHaveForgotten(key(from), key(to), version);
  }

  /**
   * The range must know the lowest and the highest discarded key, independent of the order in which
   * keys are discarded.
   */
  @Test
  void discardedKeysSpanThePartThatIsUnknown() {
    forget(5, 10);
    assertTrue(mayHaveForgotten(range, 5, 6, 9));
    assertFalse(mayHaveForgotten(range, 0, 5, 9));
    assertFalse(mayHaveForgotten(range, 6, 9, 9));
    forget(3, 11);
    assertTrue(mayHaveForgotten(range, 0, 4, 9));
    assertFalse(mayHaveForgotten(range, 0, 3, 9));
    forget(7, 12);
    assertTrue(mayHaveForgotten(range, 7, 8, 9));
    assertFalse(mayHaveForgotten(range, 8, 9, 9));
    assertTrue(
        mayHaveForgotten(range, 4, 5, 9),
        "a key between the discarded keys must count as"
            + " discarded, because the range keeps only their bounds");
  }

  @Test
  void aReaderOfTheDiscardedVersionsHasSeenThem() {
    forget(5, 10);
    assertEquals(10, range.floor());
    assertTrue(mayHaveForgotten(range, 5, 6, 9));
    assertFalse(mayHaveForgotten(range, 5, 6, 10));
  }

  @Test
  void aRangeTakesWhatAnotherOneHasForgotten() {
    forget(3, 10);
    forget(7, 11);
    LogicalRange other = new LogicalRange(null, 8);
    other.add(key(5), 4);
    other.forgetOldest();
    other.forgetLike(range);
    assertEquals(11, other.floor());
    assertTrue(mayHaveForgotten(other, 3, 4, 10));
    assertTrue(mayHaveForgotten(other, 7, 8, 10));
    assertFalse(mayHaveForgotten(other, 0, 3, 10));
    assertFalse(mayHaveForgotten(other, 8, 9, 10));
    range.startAfter(20);
    other.forgetLike(range);
    assertTrue(mayHaveForgotten(other, 100, 101, 19), "now all keys");
  }
}
