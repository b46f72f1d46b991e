package dev.yardmaster.simulator.workload;

import dev.yardmaster.api.Key;
import java.nio.charset.StandardCharsets;

/**
 * The keys of a run: accounts with money, and notes with anything; notes have keys of every kind.
 */
final class Keys {

  private Keys() {}

  static Key account(int index) {
    return Key.of("account", index);
  }

  static Key note(int index) {
    return switch (index % 3) {
      case 0 -> Key.of("note", index);
      case 1 -> Key.of("note", "n" + index);
      default -> Key.of("note", ("note " + index).getBytes(StandardCharsets.US_ASCII));
    };
  }
}
