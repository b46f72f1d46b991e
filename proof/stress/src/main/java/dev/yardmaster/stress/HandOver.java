package dev.yardmaster.stress;

import java.util.Queue;

/**
 * A message that changes its owner, as in docs/synchronization.md: its plain fields belong to the
 * sender, between {@code offer} and reply to the worker, and then to the sender again, which reuses
 * it.
 */
final class HandOver {

  /** The result for an empty queue. */
  static final int NOTHING = -1;

  /** How often a sender polls for the answer, which a concurrent worker may have given. */
  private static final int LOOKS = 20;

  private static final int QUESTION = 3;
  private static final int ANSWER = 5;
  private static final int NEXT_QUESTION = 4;

  private static final class Message {
    private int question;
    private int answer;
  }

  private final Queue<Message> requests;
  private final Queue<Message> replies;
  private final Message message = new Message();

  @SuppressWarnings("unchecked") // Only this class puts elements into the queues.
  HandOver(Queue<?> requests, Queue<?> replies) {
    this.requests = (Queue<Message>) requests;
    this.replies = (Queue<Message>) replies;
  }

  /**
   * The sender's part: sends a request and, if the answer is there already, reads it and fills the
   * message again.
   */
  int send() {
    message.question = QUESTION;
    requests.offer(message);
    Message replied = null;
    for (int look = 0; look < LOOKS && replied == null; look++) {
      replied = replies.poll();
    }
    if (replied == null) {
      return NOTHING;
    }
    int answer = replied.answer;
    replied.question = NEXT_QUESTION;
    replied.answer = 0;
    return answer;
  }

  /** The worker's part: takes the message if it is there, and answers it. */
  int work() {
    Message taken = requests.poll();
    if (taken == null) {
      return NOTHING;
    }
    taken.answer = ANSWER;
    int question = taken.question;
    replies.offer(taken);
    return question;
  }
}
