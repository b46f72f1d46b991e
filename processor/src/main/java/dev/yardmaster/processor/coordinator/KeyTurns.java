package dev.yardmaster.processor.coordinator;

import java.util.ArrayList;
import java.util.List;

/** The turns on hot keys that one transaction holds or waits for. */
final class KeyTurns {

  final TransactionSlot slot;
  final List<KeyLine.Turn> turns = new ArrayList<>();

  /** How many of them it still waits for. */
  int missing;

  KeyTurns(TransactionSlot slot) {
    this.slot = slot;
  }

  /** Whether it has a turn on the key already; two keys may share a fingerprint. */
  boolean has(KeyLine line) {
    for (KeyLine.Turn turn : turns) {
      if (turn.line() == line) {
        return true;
      }
    }
    return false;
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }
}
