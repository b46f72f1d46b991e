package dev.yardmaster.validator;

import static dev.yardmaster.validator.Keys.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests logical ranges with writes and scans of number keys, and with a model of the store that
 * knows which commits are installed.
 */
class LogicalRangesTest {

  private static final int WINDOW = 64;

  private final Watermark watermark = new Watermark(WINDOW);

  /** The version of each key at storage, if the highest version wins. */
  private final TreeMap<Integer, Long> stored = new TreeMap<>();

  /** The newest committed version of each key. */
  private final TreeMap<Integer, Long> committed = new TreeMap<>();

  /** The commits that are not installed yet, with the keys that they write. */
  private final TreeMap<Long, List<Integer>> waiting = new TreeMap<>();

  private LogicalRanges ranges = new LogicalRanges(watermark, 16);

  private long commit(Integer... keys) {
    long version = watermark.issue();
    for (Integer key : keys) {
      ranges.committed(key(key), version);
      committed.put(key, version);
    }
    waiting.put(version, List.of(keys));
    return version;
  }

  private void install(long version) {
    for (Integer key : waiting.remove(version)) {
      stored.merge(key, version, Math::max);
    }
    watermark.installed(version);
    watermark.advance();
  }

  private void commitInstalled(Integer... keys) {
    install(commit(keys));
  }

  /**
   * A scan of [from, to) that reads in the same order as storage: for each range, first the mark
   * and then the entries.
   */
  private final class Scan extends RangeTransaction {
    final ValidationRequest request = new ValidationRequest(0, new ArrayDeque<>());

    Scan(int from, int to, boolean backward) {
      super(from, to);
      request.begin(1, 0, 1);
      request.transaction(this, false, false);
      int[] next = {backward ? to : from};
      while (backward ? next[0] > from : next[0] < to) {
        ranges.find(
            key(next[0]),
            backward,
            (low, high, through) -> {
              int start =
                  backward ? Math.max(from, low == null ? from : (int) low.number()) : next[0];
              int end = backward ? next[0] : Math.min(to, high == null ? to : (int) high.number());
              seen.putAll(stored.subMap(start, end));
              request.predicate(0, key(start), key(end), through);
              next[0] = backward ? start : end;
            });
      }
    }

    boolean holds() {
      return ranges.hold(request);
    }

    /**
     * Returns whether the scan has seen all committed writes, according to an oracle that knows
     * every write.
     */
    boolean isCurrent() {
      return committed.subMap(from, to).equals(seen);
    }
  }

  /** Runs a first scan. After the first scan, ranges are split. */
  private void divide() {
    assertTrue(new Scan(0, 1, false).holds());
  }

  @Test
  void theFirstScanIsAsExactAsAnyOther() {
    long late = commit(5);
    commit(20);
    Scan early = new Scan(0, 10, false);
    assertFalse(early.holds());
    assertEquals(Decision.RANGE, early.request.decision());
    install(late);
    assertTrue(new Scan(0, 10, false).holds());
  }

  @Test
  void whatWasForgottenBeforeTheFirstScanIsNotBelieved() {
    Scan old = new Scan(0, 10, false);
    for (int i = 0; i < 2 * RecentWrites.SLOTS; i++) {
      commitInstalled(i);
    }
    assertFalse(old.holds());
    assertEquals(Decision.TRUNCATED, old.request.decision());
    assertTrue(
        ranges.size() > 10,
        "the writes from before the first scan must be divided into ranges: " + ranges.size());
    assertTrue(new Scan(0, 10, false).holds());
  }

  @Test
  void aMarkDoesNotPassAWriteThatWasLostBeforeTheFirstScan() {
    long late = commit(5);
    for (int i = 0; i < RecentWrites.SLOTS / 50; i++) {
      Integer[] far = new Integer[60];
      Arrays.setAll(far, key -> 1_000 + key);
      commitInstalled(far);
    }
    commitInstalled(6);
    for (int tries = 0; tries < 3; tries++) {
      Scan scan = new Scan(0, 10, tries == 2);
      assertFalse(scan.holds(), "an acknowledged write is not installed");
      assertEquals(Decision.TRUNCATED, scan.request.decision());
    }
    install(late);
    assertTrue(new Scan(0, 10, false).holds());
  }

  @Test
  void onlyWritesInItsRangeDisturbAScan() {
    divide();
    Scan scan = new Scan(10, 20, false);
    commit(9, 20);
    assertTrue(scan.holds());
    long version = commit(10);
    assertFalse(scan.holds());
    assertEquals(Decision.RANGE, scan.request.decision());
    assertEquals(key(10), scan.request.conflictingKey());
    assertEquals(version, scan.request.foundVersion());
  }

  @Test
  void nothingIsLookedAtWhereNothingWasWrittenSince() {
    divide();
    for (int i = 0; i < 50; i++) {
      commitInstalled(i);
    }
    assertTrue(new Scan(0, 50, false).holds());
    assertEquals(0, ranges.examined());
  }

  @Test
  void aMarkDoesNotPassWhatIsNotInstalled() {
    divide();
    long late = commit(5);
    commitInstalled(6);
    Scan scan = new Scan(0, 10, false);
    assertFalse(scan.holds(), "the scan has not seen the write of key 5, so it must fail");
    install(late);
    assertTrue(new Scan(0, 10, false).holds());
  }

  @Test
  void whatTheScanHasSeenIsNoConflictThoughItsMarkIsLower() {
    divide();
    commit(500);
    commitInstalled(6);
    assertTrue(
        new Scan(0, 10, false).holds(),
        "the write of key 6 is installed, and key 500 is outside of the scan, so the scan must"
            + " be valid");
  }

  @Test
  void rangesSplitWhereMuchIsWrittenAndMergeWhenItIsNoLonger() {
    divide();
    for (int i = 0; i < 500; i++) {
      commitInstalled(i % 250);
    }
    int many = ranges.size();
    assertTrue(many > 2, many + " ranges");
    for (int i = 0; i < 20_000; i++) {
      commitInstalled(100_000);
    }
    assertTrue(
        ranges.size() < many, ranges.size() + " ranges remain; the number must be below " + many);
    assertTrue(new Scan(0, 300, false).holds());
  }

  @Test
  void aSingleHotKeyDoesNotMakeItsRangeForget() {
    divide();
    Scan scan = new Scan(0, 10, false);
    for (int i = 0; i < 300; i++) {
      commitInstalled(70);
    }
    assertTrue(
        scan.holds(),
        "the newest write replaces all other writes of the key, so the range must not discard a"
            + " write");
  }

  @Test
  void aScanThatIsTooOldIsRefusedAndNotBelieved() {
    divide();
    Scan old = new Scan(5_000, 5_010, false);
    for (int i = 0; i < 100_000; i++) {
      commitInstalled(i % 10_000);
    }
    assertFalse(old.holds());
    assertEquals(Decision.TRUNCATED, old.request.decision());
  }

  @Test
  void aScanWhereNothingIsWrittenHoldsHoweverOldItIs() {
    divide();
    Scan quiet = new Scan(20_000, 20_010, false);
    for (int i = 0; i < 100_000; i++) {
      commitInstalled(i % 10_000);
    }
    assertTrue(quiet.holds());
  }

  @Test
  void manyKeysAtOnceCostNoMoreThanTheirEntry() {
    divide();
    long entered = 0;
    for (int batch = 0; batch < 300; batch++) {
      Integer[] keys = new Integer[1_000];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = 1_000 * batch + i;
      }
      commitInstalled(keys);
      entered += keys.length;
    }
    assertTrue(ranges.size() <= 16, ranges.size() + " ranges");
    assertTrue(ranges.held() <= 16 * 2 * 512, ranges.held() + " of " + entered + " are held");
    assertTrue(new Scan(0, 300_000, true).holds());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void itAgreesWithAnOracle(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ranges = new LogicalRanges(watermark, 1 + random.nextInt(40));
    int keys = 1 + random.nextInt(500);
    List<Scan> open = new ArrayList<>();
    int outdated = 0;
    int aborted = 0;
    int held = 0;
    for (int step = 0; step < 20_000; step++) {
      String replay = "seed=" + seed + ", step=" + step;
      int action = random.nextInt(10);
      if (action < 5 && watermark.hasRoom(1)) {
        Integer[] written = new Integer[1 + random.nextInt(3)];
        for (int i = 0; i < written.length; i++) {
          written[i] = random.nextInt(keys);
        }
        commit(written);
      } else if (action < 8 && !waiting.isEmpty()) {
        List<Long> versions = List.copyOf(waiting.keySet());
        install(versions.get(random.nextInt(Math.min(4, versions.size()))));
      } else if (action == 8) {
        int from = random.nextInt(keys);
        open.add(new Scan(from, from + random.nextInt(50), random.nextBoolean()));
      } else if (!open.isEmpty()) {
        Scan scan = open.remove(random.nextInt(open.size()));
        boolean holds = scan.holds();
        assertTrue(!holds || scan.isCurrent(), replay + ": the validation has missed a write");
        if (scan.request.decision() == Decision.RANGE) {
          assertFalse(scan.isCurrent(), replay + ": a current scan must not be aborted with RANGE");
        }
        outdated += !holds && scan.isCurrent() ? 1 : 0;
        aborted += holds ? 0 : 1;
        held += holds ? 1 : 0;
      }
    }
    String result =
        held + " held, " + aborted + " did not, " + outdated + " were too old: seed=" + seed;
    assertTrue(held > 10 && aborted > 10, result);
    assertTrue(outdated <= 20, result);
  }
}
