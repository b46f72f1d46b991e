package dev.yardmaster.processor.queues;

import dev.yardmaster.validator.ValidationRequest;
import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.Queue;

/**
 * The way to the validator with a lane for transactions that have been restarted, which is emptied
 * first. For one consumer, and as many producers as the queues that it is built on.
 */
public final class RestartedFirst extends AbstractQueue<ValidationRequest> {

  private final Queue<ValidationRequest> restarted;
  private final Queue<ValidationRequest> others;

  /** A way of two queues, both empty and used by nobody else. */
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
