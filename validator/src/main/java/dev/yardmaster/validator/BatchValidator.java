package dev.yardmaster.validator;

import dev.yardmaster.annotations.Shared;
import java.util.Queue;
import org.agrona.concurrent.NanoClock;

/**
 * Decides on the requests of a batch one by one, in their order. The agent owns the {@link
 * BackwardValidation}.
 */
final class BatchValidator extends ValidatorAgent {

  @Shared(
      writers = "reorder workers, and preparers for batches that are not reordered",
      readers = "the batch validator",
      access = "JCTools MPSC queue, bounded by the number of all batches")
  private final Queue<Batch> inbox;

  @Shared(
      writers = "preparers, while reordering is switched off",
      readers = "the batch validator",
      access = "JCTools MPSC queue, bounded by the number of all slots")
  private final Queue<ValidationRequest> direct;

  private final BackwardValidation validation;
  private final int batchSize;

  /**
   * Creates the final validation.
   *
   * @param inbox the queue of batches; they are decided in the order of the queue
   * @param direct the queue of requests that arrive without a batch
   */
  BatchValidator(
      String name,
      Queue<Batch> inbox,
      Queue<ValidationRequest> direct,
      BackwardValidation validation,
      int batchSize,
      NanoClock clock) {
    super(Stage.VALIDATOR, name, clock, validation.counters());
    this.inbox = inbox;
    this.direct = direct;
    this.validation = validation;
    this.batchSize = batchSize;
  }

  @Override
  public int doWork() {
    return validation.resume() + takeBatch() + takeSingle();
  }

  private int takeBatch() {
    Batch batch = validation.hasRoom(batchSize) ? inbox.poll() : null;
    if (batch == null) {
      return 0;
    }
    long beganNs = nowNs();
    int size = batch.size();
    int conflictsInBatch = decide(batch);
    batch.release();
    count(ValidatorCounter.CONFLICTS_IN_BATCH, conflictsInBatch);
    level(ValidatorCounter.WATERMARK_LAG, validation.watermarkLag());
    count(ValidatorCounter.BUSY_NS, nowNs() - beganNs);
    return size;
  }

  /** Processes requests that arrive without a batch, in the same way as {@link DirectValidator}. */
  private int takeSingle() {
    ValidationRequest request =
        !direct.isEmpty() && validation.hasRoom(batchSize) ? direct.poll() : null;
    if (request == null) {
      return 0;
    }
    long beganNs = nowNs();
    int requests = 0;
    validation.beginBatch();
    while (request != null) {
      if (validation.decide(request)) {
        validation.answer(request);
      }
      request = ++requests < batchSize ? direct.poll() : null;
    }
    level(ValidatorCounter.WATERMARK_LAG, validation.watermarkLag());
    count(ValidatorCounter.BUSY_NS, nowNs() - beganNs);
    return requests;
  }

  /**
   * Decides on a batch's requests.
   *
   * @return the number of ordered requests that failed because of another request of the batch
   */
  private int decide(Batch batch) {
    validation.beginBatch();
    long lastBefore = validation.lastVersion();
    int conflictsInBatch = 0;
    boolean asOrdered = true;
    for (int i = 0; i < batch.size(); i++) {
      ValidationRequest request = batch.request(i);
      if (validation.decide(request)) {
        // A repaired run may write keys that were not known when the order was computed.
        asOrdered &= request.isOrdered() && !request.isRepaired();
        if (asOrdered
            && request.decision() == Decision.VALIDATION
            && request.foundVersion() > lastBefore) {
          conflictsInBatch++;
        }
        validation.answer(request);
      }
    }
    return conflictsInBatch;
  }

  @Override
  public int queueDepth() {
    return inbox.size() + direct.size();
  }
}
