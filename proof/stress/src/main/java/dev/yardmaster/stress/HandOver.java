package dev.yardmaster.stress;

import java.util.Queue;

/**
 * A message that changes hands, as docs/synchronization.md has it: its plain fields belong to the
 * sender, between {@code offer} and reply to the worker, and then to the sender again, who reuses
 * it.
 */
final class HandOver {

  /** Nothing was in the queue. */
  static final int NOTHING = -1;

  /** So often a sender looks for the answer: a worker that runs beside it may have given it. */
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

  @SuppressWarnings("unchecked") // Nobody else puts elements into them.
  HandOver(Queue<?> requests, Queue<?> replies) {
    this.requests = (Queue<Message>) requests;
    this.replies = (Queue<Message>) replies;
  }

  /** The sender: asks, and if the answer is there already, reads it and fills the message again. */
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

  /** The worker: takes the message if it is there, and answers it. */
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
