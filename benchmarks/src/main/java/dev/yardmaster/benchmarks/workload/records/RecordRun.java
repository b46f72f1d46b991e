package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.transaction.Worker;
import java.util.Optional;

/** One run of a {@link RecordWorkload} on the tables of one database. */
public interface RecordRun {

  /**
   * Loads a part of the initial data; for example, {@code run.load(worker.loader()::load, 0, 2)}.
   * Several threads may each load a part into their own sink. The data does not depend on the
   * number of parts.
   *
   * @param part number of the part; 0 or more, and below {@code parts}
   */
  void load(RecordSink into, int part, int parts);

  /**
   * Draws the transactions of a client. The draw may take seconds. Any thread may call this method,
   * once for each index.
   *
   * @param index index of the client; 0 to {@link RecordClient#MAX_CLIENTS}{@code - 1}
   */
  RecordClient client(int index);

  /**
   * Returns a line that describes the broken invariant; empty if the invariant holds. Call this
   * method with a worker of the calling thread, after all clients have ended and their threads are
   * joined.
   */
  Optional<String> brokenInvariant(Worker worker);
}
