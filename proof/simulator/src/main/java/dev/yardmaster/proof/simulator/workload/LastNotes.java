package dev.yardmaster.proof.simulator.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The value that each note must hold: the value of its last committed writer, by commit version.
 * Not thread-safe.
 *
 * <p>An unanswered {@code follow} has written a note that is not known; the next read of all notes
 * shows which one.
 */
final class LastNotes {

  private final long[] lastVersion;
  private final byte[][] lastValue;

  /**
   * The commit versions of follows whose written note is not known, by the number of the operation.
   */
  private final Map<Long, Long> wroteSomewhere = new TreeMap<>();

  LastNotes(int notes) {
    lastVersion = new long[notes];
    lastValue = new byte[notes][];
  }

  /**
   * Records a write.
   *
   * @param value null for a deletion
   * @return false if the version is no version of its own
   */
  boolean wrote(long version, int note, byte[] value) {
    if (version <= 0 || version == lastVersion[note]) {
      return false;
    }
    if (version > lastVersion[note]) {
      lastVersion[note] = version;
      lastValue[note] = value;
    }
    return true;
  }

  /** Records that a follow has committed, but not which note it has written. */
  void wroteSomewhere(long follow, long version) {
    wroteSomewhere.put(follow, version);
  }

  /**
   * Compares the notes with the values that a transaction has found in them. Returns a text for
   * each difference.
   */
  List<String> differences(List<?> found) {
    List<String> differences = new ArrayList<>();
    for (int note = 0; note < lastValue.length; note++) {
      byte[] value = (byte[]) found.get(note);
      if (!Arrays.equals(lastValue[note], value) && !isOfFollow(note, value)) {
        differences.add(
            "found in "
                + LedgerKeys.note(note)
                + " "
                + Arrays.toString(value)
                + " where commit version "
                + lastVersion[note]
                + " wrote "
                + Arrays.toString(lastValue[note]));
      }
    }
    addMissingFollows(differences);
    return differences;
  }

  /**
   * Returns whether the value was written by a follow whose note was unknown; if so, records the
   * note.
   */
  private boolean isOfFollow(int note, byte[] value) {
    long number = value == null ? 0 : Edit.number(value);
    Long version = wroteSomewhere.get(number);
    if (version == null
        || version <= lastVersion[note]
        || !Arrays.equals(value, Edit.value(number, note))) {
      return false;
    }
    wroteSomewhere.remove(number);
    lastVersion[note] = version;
    lastValue[note] = value;
    return true;
  }

  /**
   * Checks that a note holds the value that a follow wrote, unless a newer version has replaced
   * this value.
   */
  private void addMissingFollows(List<String> differences) {
    long newest = Arrays.stream(lastVersion).max().orElse(0);
    wroteSomewhere.forEach(
        (number, version) -> {
          if (version >= newest) {
            differences.add(
                "found nothing of operation " + number + " with commit version " + version);
          }
        });
    wroteSomewhere.clear();
  }
}
