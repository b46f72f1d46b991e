package dev.yardmaster.proof.simulator.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The value that each note must hold: the value of its last committed writer, by commit version.
 * This class is not thread-safe.
 *
 * <p>If a committed {@code follow} got no answer, its written note is unknown. The next read of all
 * notes shows the note.
 */
final class LastNotes {

  private final long[] lastVersion;
  private final byte[][] lastValue;

  /** The commit versions of the follows whose notes are unknown, by the number of the operation. */
  private final Map<Long, Long> wroteSomewhere = new TreeMap<>();

  LastNotes(int notes) {
    lastVersion = new long[notes];
    lastValue = new byte[notes][];
  }

  /**
   * Records a write.
   *
   * @param value null for a deletion
   * @return false if another write to the note has the same version
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

  /** Records that a {@code follow} has committed; the note that it has written is unknown. */
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

  /** Returns whether a follow with an unknown note wrote the value. If so, records the note. */
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
