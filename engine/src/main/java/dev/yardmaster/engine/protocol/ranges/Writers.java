package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The writers of all workers, found by the content of a slot. Any thread. */
final class Writers {

  /** Each array belongs to its worker, which replaces it by a longer one. */
  @Shared(
      writers = "the worker of an entry, when it has made a writer and before it registers it",
      readers = "all workers",
      access = "atomic reference array, volatile")
  private final AtomicReferenceArray<Writer[]> byWorker;

  Writers(int workers) {
    byWorker = new AtomicReferenceArray<>(workers);
  }

  /** Publishes a worker's writers, before the worker registers a new one. */
  void publish(int worker, Writer[] all) {
    byWorker.set(worker, all);
  }

  /** Returns the writer of a slot. */
  Writer of(long word) {
    return byWorker.get(WriterWord.worker(word))[WriterWord.index(word)];
  }
}
