package dev.yardmaster.validator;

import java.util.Queue;
import org.agrona.concurrent.NanoClock;

/**
 * Collects requests into batches. A batch is closed when it is full, when the stage behind has
 * nothing to do, or when its oldest request has waited for the age limit: a lone request on an idle
 * system never waits for a timer.
 */
final class BatchPreparer extends ValidatorAgent {

  private final Queue<ValidationRequest> inbox;
  private final Queue<Batch> next;
  private final Queue<Batch> free;
  private final int batches;
  private final int keptBusy;
  private final long maxAgeNs;

  private Batch open;
  private long openedNs;

  /**
   * A preparer with a fixed number of batches, so that what waits behind it is bounded.
   *
   * @param next the stage behind; must have room for all batches
   * @param free where batches return
   * @param batches how many batches there are
   * @param keptBusy how many batches under way keep the stage behind from being idle
   */
  BatchPreparer(
      String name,
      Queue<ValidationRequest> inbox,
      Queue<Batch> next,
      Queue<Batch> free,
      int batches,
      int batchSize,
      int keptBusy,
      long maxAgeNs,
      NanoClock clock) {
    super(name, clock, new ValidatorCounters());
    this.inbox = inbox;
    this.next = next;
    this.free = free;
    this.batches = batches;
    this.keptBusy = keptBusy;
    this.maxAgeNs = maxAgeNs;
    for (int i = 0; i < batches; i++) {
      free.offer(new Batch(batchSize, free));
    }
  }

  @Override
  public int doWork() {
    int taken = 0;
    while (ensureOpen()) {
      ValidationRequest request = inbox.poll();
      if (request == null) {
        break;
      }
      if (open.size() == 0) {
        openedNs = nowNs();
      }
      open.add(request);
      taken++;
      if (open.isFull()) {
        close(ValidatorCounter.CLOSED_FULL);
      }
    }
    count(ValidatorCounter.REQUESTS, taken);
    return taken + closeIfDue();
  }

  private boolean ensureOpen() {
    if (open == null) {
      open = free.poll();
    }
    return open != null;
  }

  private int closeIfDue() {
    if (open == null || open.size() == 0) {
      return 0;
    }
    int underWay = batches - 1 - free.size();
    if (underWay < keptBusy) {
      close(ValidatorCounter.CLOSED_IDLE);
      return 1;
    }
    if (nowNs() - openedNs >= maxAgeNs) {
      close(ValidatorCounter.CLOSED_AGE);
      return 1;
    }
    return 0;
  }

  private void close(ValidatorCounter reason) {
    count(reason, 1);
    if (!next.offer(open)) {
      throw new IllegalStateException("the queue behind the preparer is full");
    }
    open = null;
  }

  @Override
  public int queueDepth() {
    return inbox.size();
  }
}
