package dev.yardmaster.validator;

import java.util.Queue;
import org.agrona.concurrent.NanoClock;

/**
 * Decides on the requests of a batch, one by one in the order in which they stand. It owns the
 * {@link BackwardValidation}.
 */
final class BatchValidator extends ValidatorAgent {

  private final Queue<Batch> inbox;
  private final BackwardValidation validation;
  private final int batchSize;

  BatchValidator(
      String name,
      Queue<Batch> inbox,
      BackwardValidation validation,
      int batchSize,
      NanoClock clock) {
    super(name, clock);
    this.inbox = inbox;
    this.validation = validation;
    this.batchSize = batchSize;
  }

  @Override
  public int doWork() {
    if (!validation.hasRoom(batchSize)) {
      return 0;
    }
    Batch batch = inbox.poll();
    if (batch == null) {
      return 0;
    }
    long beganNs = nowNs();
    int size = batch.size();
    long lastBefore = validation.lastVersion();
    int conflictsInBatch = 0;
    for (int i = 0; i < size; i++) {
      ValidationRequest request = batch.request(i);
      validation.validate(request);
      if (request.decision() == Decision.VALIDATION && request.foundVersion() > lastBefore) {
        conflictsInBatch++;
      }
      request.answer();
    }
    batch.release();
    count(ValidatorCounter.CONFLICTS_IN_BATCH, conflictsInBatch);
    level(ValidatorCounter.WATERMARK_LAG, validation.watermarkLag());
    count(ValidatorCounter.BUSY_NS, nowNs() - beganNs);
    return size;
  }

  @Override
  public int queueDepth() {
    return inbox.size();
  }
}
