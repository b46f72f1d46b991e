package dev.yardmaster.processor.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests which missing keys between the entries of a scan are recorded. */
class RecordedScanTest {

  private static List<Key> missing(Key from, Key to, boolean withoutFirst) {
    List<Key> missing = new ArrayList<>();
    RecordedScan.forEachMissing(from, to, withoutFirst, missing::add);
    return missing;
  }

  private static Key key(long number) {
    return Key.of("t", number);
  }

  private static List<Key> keys(long from, long to) {
    return LongStream.range(from, to).mapToObj(RecordedScanTest::key).toList();
  }

  @Test
  void theNumbersOfANarrowGapAreMissing() {
    assertEquals(keys(3, 5), missing(key(3), key(5), false));
    assertEquals(keys(4, 5), missing(key(3), key(5), true));
    assertEquals(keys(0, 64), missing(key(0), key(64), false));
    assertEquals(keys(1, 65), missing(key(0), key(65), true));
  }

  @Test
  void aWideOrEmptyGapHasNoNumbers() {
    assertEquals(List.of(), missing(key(0), key(65), false));
    assertEquals(List.of(), missing(key(Long.MIN_VALUE), key(Long.MAX_VALUE), false));
    assertEquals(List.of(), missing(key(3), key(3), false));
    assertEquals(List.of(), missing(key(3), key(3), true));
    assertEquals(List.of(), missing(key(3), key(2), false));
  }

  @Test
  void aGapNextToAKeyThatIsNoNumberOfTheTableHasNoNumbers() {
    assertEquals(List.of(), missing(Key.of("t", "a"), key(3), false));
    assertEquals(List.of(), missing(key(3), Key.of("t", "a"), false));
    assertEquals(List.of(), missing(key(3), Key.of("u", 5), false));
  }
}
