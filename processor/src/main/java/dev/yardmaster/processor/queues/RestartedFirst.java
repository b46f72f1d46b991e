package dev.yardmaster.processor.queues;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.validator.ValidationRequest;
import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.Queue;

/**
 * The queue of requests for the validator, which consists of two queues. The consumer polls the
 * queue of restarted transactions first. The queue allows one consumer, and the same number of
 * producers as the underlying queues.
 */
public final class RestartedFirst extends AbstractQueue<ValidationRequest> {

  @Shared(
      writers = "processors",
      readers = "a preparer, or the direct validator",
      access = "JCTools MPSC queue, or SPSC with one processor, bounded by the number of all slots")
  private final Queue<ValidationRequest> restarted;

  @Shared(
      writers = "processors",
      readers = "a preparer, or the direct validator",
      access = "JCTools MPSC queue, or SPSC with one processor, bounded by the number of all slots")
  private final Queue<ValidationRequest> others;

  /** Creates the queue from two empty queues. Only this object may use the two queues. */
  public RestartedFirst(Queue<ValidationRequest> restarted, Queue<ValidationRequest> others) {
    this.restarted = restarted;
    this.others = others;
  }

  @Override
  public boolean offer(ValidationRequest request) {
    return (request.restarts() > 0 ? restarted : others).offer(request);
  }

  @Override
  public ValidationRequest poll() {
    ValidationRequest request = restarted.poll();
    return request == null ? others.poll() : request;
  }

  @Override
  public ValidationRequest peek() {
    ValidationRequest request = restarted.peek();
    return request == null ? others.peek() : request;
  }

  @Override
  public int size() {
    return restarted.size() + others.size();
  }

  @Override
  public Iterator<ValidationRequest> iterator() {
    throw new UnsupportedOperationException("a queue between stages is not iterated");
  }
}
