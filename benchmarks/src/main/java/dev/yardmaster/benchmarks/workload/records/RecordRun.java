package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.transaction.Worker;
import java.util.Optional;

/** One run of a {@link RecordWorkload} on the tables of one database. */
public interface RecordRun {

  /**
   * Loads a part of the initial data; {@code run.load(worker.loader()::load, 0, 2)}, for example.
   * Each part may be loaded by its own thread, into its own sink. The data does not depend on the
   * number of parts.
   *
   * @param part 0 or more, and below {@code parts}
   */
  void load(RecordSink into, int part, int parts);

  /**
   * Draws the transactions of a client, which takes a while. Any thread, each index once.
   *
   * @param index 0 to {@link RecordClient#MAX_CLIENTS}{@code - 1}
   */
  RecordClient client(int index);

  /**
   * Returns the broken invariant; empty if it holds. Called when all clients have ended and their
   * threads are joined, with a worker of this thread.
   */
  Optional<String> brokenInvariant(Worker worker);
}
