package dev.yardmaster.processor.coordinator;

import java.util.ArrayList;
import java.util.List;

/**
 * The entries of one transaction in the queues of hot keys. An entry is either a turn that the
 * transaction holds, or a turn for which the transaction waits.
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
