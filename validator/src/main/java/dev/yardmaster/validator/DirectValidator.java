package dev.yardmaster.validator;

import dev.yardmaster.annotations.Shared;
import java.util.Queue;
import org.agrona.concurrent.NanoClock;

/**
 * Decides on each request when it arrives, without batches. The agent owns the {@link
 * BackwardValidation}.
 */
final class DirectValidator extends ValidatorAgent {

  @Shared(
      writers = "processors",
      readers = "the direct validator",
      access = "JCTools MPSC queue, or SPSC with one processor, bounded by the number of all slots")
  private final Queue<ValidationRequest> inbox;

  private final BackwardValidation validation;
  private final int dutyLimit;

  DirectValidator(
      String name,
      Queue<ValidationRequest> inbox,
      BackwardValidation validation,
      int dutyLimit,
      NanoClock clock) {
    super(Stage.VALIDATOR, name, clock, validation.counters());
    this.inbox = inbox;
    this.validation = validation;
    this.dutyLimit = dutyLimit;
  }

  @Override
  public int doWork() {
    int resumed = validation.resume();
    ValidationRequest request = validation.hasRoom(dutyLimit) ? inbox.poll() : null;
    if (request == null) {
      return resumed;
    }
    long beganNs = nowNs();
    int requests = 0;
    validation.beginBatch();
    while (request != null) {
      if (validation.decide(request)) {
        validation.answer(request);
      }
      request = ++requests < dutyLimit ? inbox.poll() : null;
    }
    count(ValidatorCounter.REQUESTS, requests);
    level(ValidatorCounter.WATERMARK_LAG, validation.watermarkLag());
    count(ValidatorCounter.BUSY_NS, nowNs() - beganNs);
    return resumed + requests;
  }

  @Override
  public int queueDepth() {
    return inbox.size();
  }
}
