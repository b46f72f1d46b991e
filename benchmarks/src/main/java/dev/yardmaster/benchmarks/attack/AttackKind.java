package dev.yardmaster.benchmarks.attack;

import java.util.Locale;

/** The attacks that the command line names. */
public enum AttackKind {
  /** No message to the server: the attackers only use the processors. */
  BUSY_LOOP("a loop on each processor, which sends nothing", 0),
  /** Answers that are not read. */
  UNREAD_ANSWERS(
      "4 frames a second with 4,000 reads of a value of 1 MiB each, whose answers are not read", 4),
  /** Frames that are not completed. */
  UNFINISHED_FRAMES(
      "220 connections with an unfinished frame of which 1 MiB is sent; 40 new ones a second", 40),
  /** Interactive transactions that are opened and left. */
  LEFT_TRANSACTIONS(
      "8 connections with 64 interactive transactions each, which are opened and left; 20 new"
          + " connections a second",
      20),
  /** Half requests to the admin server. */
  SLOW_ADMIN(
      "256 connections to the admin server with half a request each; 100 new ones a second", 100),
  /** TLS handshakes and renegotiations. */
  TLS_HANDSHAKES("50 full TLS 1.2 handshakes a second, each with an attempt to renegotiate", 50),
  /** Results with lists within lists. */
  NESTED_LISTS("2 commits a second with a result of 8 MiB of lists with false counts", 2);

  private final String words;
  private final int actsPerSecond;

  AttackKind(String words, int actsPerSecond) {
    this.words = words;
    this.actsPerSecond = actsPerSecond;
  }

  /** Returns the name on command lines and in reports: lower case, with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns what the attackers do, for the help and the report. */
  public String words() {
    return words;
  }

  /** Returns whether the attack needs a server with TLS. */
  public boolean needsTls() {
    return this == TLS_HANDSHAKES;
  }

  /** Returns whether the attackers send something, so that the bar applies. */
  public boolean isAttack() {
    return this != BUSY_LOOP;
  }

  /** Starts the attack on threads of this process. Returns when the attack is in force. */
  public Attack start(AttackTarget target) throws InterruptedException {
    PacedAttack attack = new PacedAttack() {};
    int threads = this == BUSY_LOOP ? Runtime.getRuntime().availableProcessors() : 1;
    for (int i = 0; i < threads; i++) {
      attack.start(lane(target), actsPerSecond);
    }
    try {
      attack.awaitOpened();
      return attack;
    } catch (IllegalStateException | InterruptedException notOpened) {
      attack.close();
      throw notOpened;
    }
  }

  private PacedAttack.Lane lane(AttackTarget target) {
    return switch (this) {
      case BUSY_LOOP -> new BusyLoop();
      case UNREAD_ANSWERS -> new UnreadAnswers(target);
      case UNFINISHED_FRAMES -> new UnfinishedFrames(target);
      case LEFT_TRANSACTIONS -> new LeftTransactions(target);
      case SLOW_ADMIN -> new SlowAdminRequests(target);
      case TLS_HANDSHAKES -> new Renegotiations(target);
      case NESTED_LISTS -> new NestedLists(target);
    };
  }
}
