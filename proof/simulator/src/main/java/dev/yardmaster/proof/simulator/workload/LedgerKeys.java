package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.Key;
import java.nio.charset.StandardCharsets;

/**
 * The keys of a run: accounts with money, and notes with arbitrary values. All types of keys occur
 * among the keys of notes.
 */
final class LedgerKeys {

  private LedgerKeys() {}

  static Key account(int index) {
    return Key.of("account", index);
  }

  static Key note(int index) {
    return switch (index % 5) {
      case 3 -> Key.of("note", "n" + index);
      case 4 -> Key.of("note", ("note " + index).getBytes(StandardCharsets.US_ASCII));
      default -> Key.of("note", index);
    };
  }

  /** Returns the number of the note that has this key. */
  static int numberOf(Key note, int notes) {
    for (int index = 0; index < notes; index++) {
      if (note(index).equals(note)) {
        return index;
      }
    }
    throw new IllegalArgumentException("no such note: key=" + note + ", notes=" + notes);
  }
}
