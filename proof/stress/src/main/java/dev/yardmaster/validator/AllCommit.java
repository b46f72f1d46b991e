package dev.yardmaster.validator;

import java.util.Queue;

/** Stands for the validator where decisions do not matter: every transaction commits. */
public final class AllCommit {

  private final Queue<ValidationRequest> inbox;
  private long lastVersion;

  /** Decides on the requests of a queue. */
  public AllCommit(Queue<ValidationRequest> inbox) {
    this.inbox = inbox;
  }

  /** Answers the requests that have arrived. Returns their number. */
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
