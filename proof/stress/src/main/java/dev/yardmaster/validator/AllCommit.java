package dev.yardmaster.validator;

import java.util.Queue;

/**
 * Replaces the validator in tests that do not depend on its decisions: every transaction commits.
 */
public final class AllCommit {

  private final Queue<ValidationRequest> inbox;
  private long lastVersion;

  /** Creates a validator that answers the requests in a queue. */
  public AllCommit(Queue<ValidationRequest> inbox) {
    this.inbox = inbox;
  }

  /** Answers the requests that have arrived. Returns how many requests were answered. */
  public int doWork() {
    int work = 0;
    ValidationRequest request;
    while ((request = inbox.poll()) != null) {
      request.commit(request.writes() == 0 ? 0 : ++lastVersion);
      request.answer();
      work++;
    }
    return work;
  }
}
