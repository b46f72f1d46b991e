package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The writers of all workers. The word in a slot identifies a writer. Any thread may call the
 * methods.
 */
final class Writers {

  /**
   * The writers of each worker, indexed by the worker's number. Each inner array belongs to its
   * worker, which replaces a full array by a longer array.
   */
  @Shared(
      writers =
          "the worker to which the entry belongs, after it has created a writer and before it"
              + " registers the"
              + " writer",
      readers = "all workers",
      access = "atomic reference array, volatile")
  private final AtomicReferenceArray<Writer[]> byWorker;

  Writers(int workers) {
    byWorker = new AtomicReferenceArray<>(workers);
  }

  /**
   * Publishes a worker's writers. The worker calls this method before it registers a new writer.
   */
  void publish(int worker, Writer[] all) {
    byWorker.set(worker, all);
  }

  /** Returns the writer that a slot's word identifies. */
  Writer of(long word) {
    return byWorker.get(WriterWord.worker(word))[WriterWord.index(word)];
  }
}
