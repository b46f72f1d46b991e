package dev.yardmaster.benchmarks.load;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.benchmarks.workload.ProcedureInvocation;
import java.util.function.BiConsumer;
import org.agrona.concurrent.NanoClock;

/**
 * A place for one outstanding transaction of a {@link LoadClient}. The service's thread that ends
 * the transaction stamps it and hands it back to its client.
 */
final class Slot implements BiConsumer<Outcome<?>, Throwable> {

  private final LoadClient client;
  private final NanoClock clock;

  /** What was submitted. The client's. */
  ProcedureInvocation<?, ?> call;

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
