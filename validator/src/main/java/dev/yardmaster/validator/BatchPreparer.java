package dev.yardmaster.validator;

import dev.yardmaster.annotations.Shared;
import java.util.Queue;
import org.agrona.concurrent.NanoClock;

/**
 * Collects requests into batches. A batch is closed when it is full, when the next stage is idle,
 * or when the age of its oldest request reaches the limit. So a single request on an idle system
 * never waits for a timer. If the validator has reorder workers but reordering is switched off, the
 * preparer forms no batches. It passes each request directly to the final validation.
 */
final class BatchPreparer extends ValidatorAgent {

  /** The maximum number of pairs of requests per batch that are tested for a conflict. */
  private static final int MAX_PROBES = 4;

  private static final int PASSED_PER_PROBE = 8;

  @Shared(
      writers = "processors",
      readers = "that preparer",
      access =
          "JCTools MPSC queue, or SPSC with one processor, bounded by the number of all slots,"
              + " because a transaction has one request at the validator")
  private final Queue<ValidationRequest> inbox;

  private final Queue<Batch> toReorder;
  private final Queue<Batch> toValidate;
  private final Queue<ValidationRequest> direct;

  @Shared(
      writers = "reorder workers and the batch validator",
      readers = "that preparer",
      access = "JCTools MPSC queue, bounded by the number of this preparer's batches")
  private final Queue<Batch> free;

  private final int batches;
  private final int workers;
  private final BatchSettings settings;

  private Batch open;
  private long openedNs;

  /**
   * Creates a preparer with a fixed number of batches. This number limits how many batches can wait
   * or be processed in later stages.
   *
   * @param toReorder the reorder workers' input queue; must have room for all batches
   * @param toValidate the final validation's input queue for batches that are not reordered; must
   *     have room for all batches. If there are no reorder workers, this queue is the same as
   *     {@code toReorder}
   * @param direct the final validation's input queue for single requests; must have room for all
   *     requests. This queue is used while reordering is switched off
   * @param free the queue to which batches return
   * @param batches the number of batches
   * @param capacity the maximum number of requests in a batch
   * @param workers the number of reorder workers. If this number of batches is in later stages, the
   *     workers count as busy
   * @param settings the settings, which the preparer reads for each batch
   */
  BatchPreparer(
      String name,
      Queue<ValidationRequest> inbox,
      Queue<Batch> toReorder,
      Queue<Batch> toValidate,
      Queue<ValidationRequest> direct,
      Queue<Batch> free,
      int batches,
      int capacity,
      int workers,
      BatchSettings settings,
      NanoClock clock) {
    super(Stage.PREPARER, name, clock, new ValidatorCounters());
    this.inbox = inbox;
    this.toReorder = toReorder;
    this.toValidate = toValidate;
    this.direct = direct;
    this.free = free;
    this.batches = batches;
    this.workers = workers;
    this.settings = settings;
    for (int i = 0; i < batches; i++) {
      free.offer(new Batch(capacity, free));
    }
  }

  @Override
  public int doWork() {
    int taken = passesOn() ? passOn() : collect();
    count(ValidatorCounter.REQUESTS, taken);
    return taken + closeIfDue();
  }

  /**
   * Returns whether requests are passed one by one: the validator has reorder workers, but
   * reordering is switched off.
   */
  private boolean passesOn() {
    return toReorder != toValidate && !settings.validatorReordering();
  }

  private int collect() {
    int taken = 0;
    int most = settings.batchSize();
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
      if (open.size() >= most) {
        close(ValidatorCounter.CLOSED_FULL);
      }
    }
    return taken;
  }

  private int passOn() {
    int taken = 0;
    int most = settings.batchSize();
    while (taken < most) {
      ValidationRequest request = inbox.poll();
      if (request == null) {
        break;
      }
      ValidationRequest other = taken % PASSED_PER_PROBE == 0 ? inbox.poll() : null;
      if (other != null) {
        probe(request, other);
      }
      send(request);
      taken++;
      if (other != null) {
        send(other);
        taken++;
      }
    }
    return taken;
  }

  private void send(ValidationRequest request) {
    if (!direct.offer(request)) {
      throw new IllegalStateException("the queue of single requests is full");
    }
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
    if (underWay < (settings.validatorReordering() ? workers : 1)) {
      close(ValidatorCounter.CLOSED_IDLE);
      return 1;
    }
    if (nowNs() - openedNs >= settings.maxBatchAgeNs()) {
      close(ValidatorCounter.CLOSED_AGE);
      return 1;
    }
    return 0;
  }

  private void close(ValidatorCounter reason) {
    count(reason, 1);
    for (int i = 0; i < MAX_PROBES && i < open.size() - 1 - i; i++) {
      probe(open.request(i), open.request(open.size() - 1 - i));
    }
    // If reordering was switched off while the batch was being filled, the batch is not reordered.
    Queue<Batch> next = passesOn() ? toValidate : toReorder;
    for (int i = 0; next != toReorder && i < open.size(); i++) {
      open.request(i).unordered();
    }
    if (!next.offer(open)) {
      throw new IllegalStateException("the queue after the preparer is full");
    }
    open = null;
  }

  /**
   * Tests whether two requests conflict, and counts the result. This sampling also works while no
   * conflict graph is built. Only first attempts are sampled, because the number of later attempts
   * depends on the settings.
   */
  private void probe(ValidationRequest request, ValidationRequest other) {
    if (request.isFirstAttempt() && other.isFirstAttempt()) {
      count(ValidatorCounter.PROBES, 1);
      count(ValidatorCounter.EDGES_PROBED, request.readsWhatIsWrittenBy(other) ? 1 : 0);
    }
  }

  @Override
  public int queueDepth() {
    return inbox.size();
  }
}
