package dev.yardmaster.processor.coordinator;

import java.util.ArrayList;
import java.util.List;

/**
 * The hot keys of one transaction: those whose turn it holds, and those whose turn it waits for.
 */
final class HotKeyClaims {

  final TransactionSlot slot;
  final List<HotKeyQueue.Turn> turns = new ArrayList<>();

  /** The number of turns for which the transaction is still waiting. */
  int missing;

  HotKeyClaims(TransactionSlot slot) {
    this.slot = slot;
  }

  /**
   * Returns whether the transaction is already in the given queue. Two keys with the same
   * fingerprint have the same queue.
   */
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
