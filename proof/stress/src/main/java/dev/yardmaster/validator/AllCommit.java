package dev.yardmaster.validator;

import java.util.Queue;

/** Stands for the validator where its decisions do not matter: everything commits. */
public final class AllCommit {

  private final Queue<ValidationRequest> inbox;
  private long lastVersion;

  /** Decides on what comes through a queue. */
  public AllCommit(Queue<ValidationRequest> inbox) {
    this.inbox = inbox;
  }

  /** Answers what has arrived; how much that was. */
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
