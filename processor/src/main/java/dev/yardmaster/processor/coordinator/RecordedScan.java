package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.storage.worker.ScanSet;
import java.util.function.Consumer;

/**
 * Records a scan in the history: as a read of each entry, and as a read of each missing key between
 * two entries. Missing keys are recorded only if the keys are numbers and the gap between the two
 * entries is narrow.
 */
public final class RecordedScan {

  /** The maximum number of missing keys that are recorded for one gap. */
  private static final int WIDEST_GAP = 64;

  private RecordedScan() {}

  static void record(ScanSet scans, int scan, HistoryRecorder recorder) {
    // The scan was valid, so no range of the scan contains a write with a version above the range's
    // mark. Therefore the highest mark is valid for all ranges.
    long asOf = 0;
    for (int i = 0; i < scans.predicates(scan); i++) {
      asOf = Math.max(asOf, scans.installedThrough(scan, i));
    }
    boolean backward = scans.scan(scan).backward();
    Key last = backward ? scans.scan(scan).to() : scans.scan(scan).from();
    boolean isFound = false;
    for (int i = 0; i < scans.entries(scan); i++) {
      Key key = scans.key(scan, i);
      recordGap(backward ? key : last, backward ? last : key, backward || isFound, asOf, recorder);
      recorder.read(key, scans.version(scan, i), scans.value(scan, i));
      last = key;
      isFound = true;
    }
    if (!scans.isCut(scan)) {
      Key end = backward ? scans.scan(scan).from() : scans.scan(scan).to();
      recordGap(backward ? end : last, backward ? last : end, !backward && isFound, asOf, recorder);
    }
  }

  /**
   * Records all numbers from one key (inclusive) to another key (exclusive) as reads of missing
   * keys.
   */
  private static void recordGap(
      Key from, Key to, boolean withoutFirst, long asOf, HistoryRecorder recorder) {
    forEachMissing(from, to, withoutFirst, key -> recorder.read(key, -asOf, null));
  }

  /**
   * If the gap between two keys is narrow, passes the numbers from the first key (inclusive) to the
   * second key (exclusive) to a consumer.
   *
   * @param withoutFirst whether the first key has an entry, so that its number is skipped
   */
  public static void forEachMissing(
      Key from, Key to, boolean withoutFirst, Consumer<Key> consumer) {
    if (from.kind() != Key.Kind.NUMBER
        || to.kind() != Key.Kind.NUMBER
        || !from.table().equals(to.table())) {
      return;
    }
    long first = withoutFirst ? from.number() + 1 : from.number();
    // The comparison is unsigned, because the width of a gap may exceed the greatest long.
    if (Long.compareUnsigned(to.number() - first, WIDEST_GAP) <= 0) {
      for (long number = first; number < to.number(); number++) {
        consumer.accept(Key.of(from.table(), number));
      }
    }
  }
}
