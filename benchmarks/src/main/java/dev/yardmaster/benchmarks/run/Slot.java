package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.benchmarks.workload.Call;
import java.util.Queue;
import java.util.function.BiConsumer;
import org.agrona.concurrent.NanoClock;

/**
 * One outstanding transaction. The client fills it and submits; the thread that completes the
 * transaction stamps it and hands it back through the client's queue, which orders their accesses.
 */
final class Slot implements BiConsumer<Outcome<?>, Throwable> {

  private final Queue<Slot> ended;
  private final NanoClock clock;

  /** What was submitted. The client's. */
  Call<?, ?> call;

  /** When it was meant to begin. The client's. */
  long intendedNs;

  /** Whether its latency counts. The client's. */
  boolean recorded;

  /** When its outcome was known. */
  long endedNs;

  /** Its outcome, or null if its stage broke. */
  Outcome<?> outcome;

  /** Why its stage broke, which no service may let happen. */
  Throwable error;

  Slot(Queue<Slot> ended, NanoClock clock) {
    this.ended = ended;
    this.clock = clock;
  }

  @Override
  public void accept(Outcome<?> ended, Throwable broken) {
    endedNs = clock.nanoTime();
    outcome = ended;
    error = broken;
    if (!this.ended.offer(this)) {
      throw new IllegalStateException("a transaction ended twice");
    }
  }
}
