package dev.yardmaster.benchmarks.load;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.benchmarks.workload.ProcedureInvocation;
import java.util.function.BiConsumer;
import org.agrona.concurrent.NanoClock;

/**
 * The place of one outstanding transaction of a {@link LoadClient}. The service's thread that ends
 * the transaction stores the end time and returns the slot to its client.
 */
final class Slot implements BiConsumer<Outcome<?>, Throwable> {

  private final LoadClient client;
  private final NanoClock clock;

  /** The submitted call. Owned by the client. */
  ProcedureInvocation<?, ?> call;

  /** When it was meant to begin. Owned by the client. */
  long intendedNs;

  /** Whether its latency counts. Owned by the client. */
  boolean recorded;

  /** When its outcome was known. */
  long endedNs;

  /** Its outcome, or null if its stage completed exceptionally. */
  Outcome<?> outcome;

  /** The exception of its stage, which no service may let happen. */
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
