package dev.yardmaster.processor.coordinator;

import java.util.ArrayList;
import java.util.List;

/** The turns on hot keys that one transaction holds or waits for. */
final class HotKeyClaims {

  final TransactionSlot slot;
  final List<HotKeyQueue.Turn> turns = new ArrayList<>();

  /** How many of the turns the transaction still waits for. */
  int missing;

  HotKeyClaims(TransactionSlot slot) {
    this.slot = slot;
  }

  /** Whether the transaction is in a key's queue already; two keys may share a fingerprint. */
  boolean has(HotKeyQueue line) {
    for (HotKeyQueue.Turn turn : turns) {
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
