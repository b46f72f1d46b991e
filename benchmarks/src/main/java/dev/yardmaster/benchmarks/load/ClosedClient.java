package dev.yardmaster.benchmarks.load;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.workloads.ClientStream;
import java.util.ArrayDeque;
import org.agrona.concurrent.NanoClock;

/**
 * A client of a closed loop. The client has a fixed number of slots, each with one outstanding
 * transaction. When a transaction ends, the client submits the next transaction of its slot. The
 * client has no thread; it runs on the thread on which the service completes a transaction.
 * Therefore no message between threads delays the next submission, and the service always has its
 * full load. An interactive call ends on its caller's thread, and the next call waits in the queue
 * of the callers' thread pool. The latency of a transaction counts from the end of the slot's
 * previous transaction, so the latency includes the time of refused submissions.
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
    // If the service refuses the transaction again, its slot is appended to the queue.
    int count = refused.size();
    for (int i = 0; i < count; i++) {
      submit(refused.remove());
    }
  }

  @Override
  void stop() {
    // This client does nothing here, because it submits no transaction after the phase has changed.
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
