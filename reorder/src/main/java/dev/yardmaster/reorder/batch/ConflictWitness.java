package dev.yardmaster.reorder.batch;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.VictimSet;
import dev.yardmaster.reorder.WriterTable;
import dev.yardmaster.reorder.optimal.SmallConflictGraph;
import java.util.Objects;

/**
 * Finds the key and the other transaction of a conflict, for conflict reports. The search for a
 * transaction runs only on request, because most transactions need no report.
 */
final class ConflictWitness {
  private static final int NONE = -1;

  private final BatchReordering reordering;
  private AccessSets batch = new AccessSets();
  private VictimSet victims = new VictimSet();
  private long victimRow;
  private boolean victimRowKnown;
  private int read;
  private int writer;

  ConflictWitness(BatchReordering reordering) {
    this.reordering = reordering;
  }

  /** Sets the batch to search. It must be the batch that was reordered last. */
  void reset(AccessSets ofBatch, VictimSet ofVictims) {
    batch = ofBatch;
    victims = ofVictims;
    victimRowKnown = false;
  }

  /**
   * Finds the conflict that is reported for the transaction {@code t}. Returns false if there is no
   * conflict.
   */
  boolean find(int t) {
    Objects.checkIndex(t, batch.size());
    read = NONE;
    writer = NONE;
    SmallConflictGraph rows = reordering.rows();
    return rows == null ? findInTable(t) : findInRows(t, rows);
  }

  private boolean findInRows(int t, SmallConflictGraph rows) {
    int first = batch.readStart(t);
    int end = batch.readEnd(t);
    for (int i = first; i < end; i++) {
      long others = rows.writersOf(batch.readAt(i)) & ~(1L << t);
      long survivors = others & ~victimRow();
      if (survivors != 0) {
        read = i - first;
        writer = Long.numberOfTrailingZeros(survivors);
        return true;
      }
      if (others != 0 && writer == NONE) {
        read = i - first;
        writer = Long.numberOfTrailingZeros(others);
      }
    }
    return writer != NONE;
  }

  private long victimRow() {
    if (!victimRowKnown) {
      victimRow = 0;
      for (int v = 0; v < batch.size(); v++) {
        victimRow |= victims.contains(v) ? 1L << v : 0;
      }
      victimRowKnown = true;
    }
    return victimRow;
  }

  private boolean findInTable(int t) {
    WriterTable writers = reordering.writers();
    int first = batch.readStart(t);
    int end = batch.readEnd(t);
    for (int i = first; i < end; i++) {
      int key = writers.find(batch.readAt(i));
      if (key < 0) {
        continue;
      }
      for (int j = writers.start(key); j < writers.end(key); j++) {
        int w = writers.writers()[j];
        if (w == t || (writer != NONE && victims.contains(w))) {
          continue;
        }
        read = i - first;
        writer = w;
        if (!victims.contains(w)) {
          return true;
        }
      }
    }
    return writer != NONE;
  }

  /** Returns the position of the conflicting read in the transaction's read set. */
  int read() {
    return read;
  }

  /** Returns the other transaction of the conflict. */
  int writer() {
    return writer;
  }
}
