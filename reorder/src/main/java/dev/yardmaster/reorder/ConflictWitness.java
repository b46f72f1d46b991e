package dev.yardmaster.reorder;

import java.util.Objects;

/**
 * Names the key and the other transaction behind a conflict, for conflict reports. It looks them up
 * when asked, since most transactions never are.
 */
final class ConflictWitness {
  private static final int NONE = -1;

  private final BatchReordering reordering;
  private AccessSets batch = new AccessSets();
  private VictimSet victims = new VictimSet();
  private int read;
  private int writer;

  ConflictWitness(BatchReordering reordering) {
    this.reordering = reordering;
  }

  /** Begins with the batch that was reordered last. */
  void reset(AccessSets ofBatch, VictimSet ofVictims) {
    batch = ofBatch;
    victims = ofVictims;
  }

  /** Finds the conflict to report for {@code t}; false when it has none. */
  boolean find(int t) {
    Objects.checkIndex(t, batch.size());
    read = NONE;
    writer = NONE;
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

  /** The place of the read in its read set. */
  int read() {
    return read;
  }

  /** The other transaction. */
  int writer() {
    return writer;
  }
}
