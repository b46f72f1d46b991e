package dev.yardmaster.engine.protocol.ranges;

import java.util.concurrent.atomic.AtomicReferenceArray;

/** All workers' writers, by what stands in a slot. Any thread. */
final class Writers {

  /** Each array is its worker's, who puts a longer one in its place. */
  private final AtomicReferenceArray<Writer[]> byWorker;

  Writers(int workers) {
    byWorker = new AtomicReferenceArray<>(workers);
  }

  /** A worker has so many; before it registers any that is new. */
  void publish(int worker, Writer[] all) {
    byWorker.set(worker, all);
  }

  /** The writer that a slot names. */
  Writer of(long word) {
    return byWorker.get(WriterWord.worker(word))[WriterWord.index(word)];
  }
}
