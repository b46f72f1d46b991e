package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.transaction.Worker;
import java.util.Optional;

/** One run of a {@link RecordWorkload} on the tables of one database. */
public interface RecordRun {

  /**
   * Loads a part of the initial data; {@code run.load(worker.loader()::load, 0, 2)}, say. Each part
   * may be loaded by its own thread, into a sink of its own. What is loaded does not depend on the
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
   * What the run has broken; empty if nothing. Called when all clients have ended and their threads
   * are joined, with a worker that this thread uses.
   */
  Optional<String> brokenInvariant(Worker worker);
}
