package dev.yardmaster.stress;

import java.util.Queue;

/**
 * A message that is passed from one thread to another and back, as in docs/synchronization.md. The
 * sender owns the plain fields of the message. From {@code offer} to the reply, the worker owns
 * them. After the reply, the sender owns them again and reuses the message.
 */
final class HandOver {

  /** The result for an empty queue. */
  static final int NOTHING = -1;

  /** The number of times that a sender polls for the answer of a concurrent worker. */
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

  @SuppressWarnings("unchecked") // Only this class adds elements to the queues.
  HandOver(Queue<?> requests, Queue<?> replies) {
    this.requests = (Queue<Message>) requests;
    this.replies = (Queue<Message>) replies;
  }

  /**
   * Runs the sender. The sender sends a request; if the answer has already arrived, it reads the
   * answer and fills the message again.
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

  /**
   * Runs the worker. The worker polls for a message, and answers the message if one has arrived.
   */
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
