package dev.yardmaster.benchmarks.load;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.ClientStream;
import java.util.ArrayDeque;
import org.agrona.concurrent.NanoClock;

/**
 * A client of a closed loop: it keeps its slots outstanding, and submits the next transaction when
 * one ends. The client has no thread of its own but runs on the thread on which the service
 * completes a transaction. So no hand-over lies between the two, and the service always has its
 * full load. Interactive calls end on their callers' threads, where the next calls queue for the
 * same threads. Latency runs from the end of the slot's previous transaction, over any refusals.
 */
final class ClosedClient extends LoadClient {

  private final int concurrency;
  private final ArrayDeque<Slot> refused = new ArrayDeque<>();

  ClosedClient(
      TransactionService service,
      ClientStream stream,
      LoopState state,
      NanoClock clock,
      int concurrency) {
    super(service, stream, state, clock);
    this.concurrency = concurrency;
  }

  @Override
  synchronized void start() {
    act(
        () -> {
          for (int i = 0; i < concurrency; i++) {
            var unused = begin(new Slot(this, clock), clock.nanoTime());
          }
        });
  }

  /** Submits refused transactions again. */
  @Override
  synchronized void tick() {
    int count = refused.size(); // a transaction refused again goes to the end
    for (int i = 0; i < count; i++) {
      submit(refused.remove());
    }
  }

  @Override
  void stop() {
    // The phase tells the client that the run is over.
  }

  @Override
  void free(Slot slot) {
    var unused = begin(slot, slot.endedNs);
  }

  @Override
  void refused(Slot slot) {
    refused.add(slot);
  }
}
