package dev.yardmaster.benchmarks.load;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.workloads.ProcedureInvocation;
import java.util.function.BiConsumer;
import org.agrona.concurrent.NanoClock;

/**
 * Holds one outstanding transaction of a {@link LoadClient}. A client has a fixed number of slots.
 * When the transaction ends, a thread of the service stores the end time and returns the slot to
 * its client.
 */
final class Slot implements BiConsumer<Outcome<?>, Throwable> {

  private final LoadClient client;
  private final NanoClock clock;

  /** The submitted call. Only the client accesses this field. */
  ProcedureInvocation<?, ?> call;

  /**
   * The time at which the transaction was intended to begin. Only the client accesses this field.
   */
  long intendedNs;

  /** Whether the latency of the transaction is recorded. Only the client accesses this field. */
  boolean recorded;

  /** The time at which the outcome was known. */
  long endedNs;

  /** The outcome of the transaction, or null if its stage completed exceptionally. */
  Outcome<?> outcome;

  /**
   * The exception of the transaction's stage. A correct service never completes a stage
   * exceptionally.
   */
  Throwable error;

  Slot(LoadClient client, NanoClock clock) {
    this.client = client;
    this.clock = clock;
  }

  @Override
  public void accept(Outcome<?> ended, Throwable broken) {
    endedNs = clock.nanoTime();
    outcome = ended;
    error = broken;
    client.ended(this);
  }
}
