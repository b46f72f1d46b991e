package dev.yardmaster.benchmarks.attack;

import java.io.IOException;
import java.util.Locale;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The attacks that the command line names. Each attack acts at least 20 times a second. If each act
 * delays the client by 0.5 ms, this rate makes the delay visible in the 99th percentile. The acts
 * of one second need less than one core of the server. The report states the processor time of the
 * server with and without the attack.
 */
public enum AttackKind {
  /** The attackers only use the processors, and send no message to the server. */
  BUSY_LOOP("a loop on each processor, which sends nothing", 0, 0),
  /** The attackers do not read answers. */
  UNREAD_ANSWERS(
      "16 connections whose answers are not read; 20 new connections a second, each with a "
          + "frame of 1,000"
          + " reads of a value of 1 MiB",
      20,
      4),
  /** The attackers send incomplete frames. */
  UNFINISHED_FRAMES(
      "220 connections with an unfinished frame of which 1 MiB is sent; 40 new connections "
          + "a second",
      40,
      2),
  /** The attackers open interactive transactions and leave them open. */
  LEFT_TRANSACTIONS(
      "8 connections with 64 interactive transactions each, which are opened and left; 20 new"
          + " connections a second",
      20,
      2),
  /** The attackers send incomplete requests to the admin server. */
  SLOW_ADMIN(
      "256 connections to the admin server with half a request each; 100 new connections a second",
      100,
      2),
  /** The attackers make TLS handshakes, and request renegotiation on each connection. */
  TLS_HANDSHAKES("50 full TLS 1.2 handshakes a second, each with an attempt to renegotiate", 50, 4),
  /** The attackers commit results with nested lists. */
  NESTED_LISTS("20 commits a second with a result of 2 MiB of lists with false counts", 20, 4);

  private final String words;
  private final int actsPerSecond;
  private final int lanes;

  AttackKind(String words, int actsPerSecond, int lanes) {
    this.words = words;
    this.actsPerSecond = actsPerSecond;
    this.lanes = lanes;
  }

  /** Returns the name on command lines and in reports: lower case, with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the description of the attack, for the help and the report. */
  public String words() {
    return words;
  }

  /** Returns the number of acts in each second; 0 if the attack has no rate. */
  public int actsPerSecond() {
    return actsPerSecond;
  }

  /** Returns whether the attack needs a server with TLS. */
  public boolean needsTls() {
    return this == TLS_HANDSHAKES;
  }

  /**
   * Returns whether the attackers send data to the server. The report checks limits ("bars") only
   * for such attacks.
   */
  public boolean isAttack() {
    return this != BUSY_LOOP;
  }

  /** Starts the attack on threads of this process. Returns when the attack is active. */
  public Attack start(AttackTarget target) throws InterruptedException {
    return start(target, AttackCounters.inMemory());
  }

  Attack start(AttackTarget target, AttackCounters counters) throws InterruptedException {
    if (this == UNREAD_ANSWERS) {
      writeValue(target);
    }
    PacedAttack attack = new PacedAttack(counters, SystemNanoClock.INSTANCE);
    int threads = isAttack() ? lanes : Runtime.getRuntime().availableProcessors();
    for (int i = 0; i < threads; i++) {
      attack.start(lane(target), (double) actsPerSecond / threads);
    }
    try {
      attack.awaitOpened();
      return attack;
    } catch (IllegalStateException | InterruptedException notOpened) {
      attack.close();
      throw notOpened;
    }
  }

  private static void writeValue(AttackTarget target) {
    try {
      UnreadAnswers.write(target);
    } catch (IOException e) {
      throw new IllegalStateException("the attack cannot begin", e);
    }
  }

  /** Returns the work of one thread of the attack. The threads share the connections evenly. */
  private PacedAttack.Lane lane(AttackTarget target) {
    return switch (this) {
      case BUSY_LOOP -> new BusyLoop();
      case UNREAD_ANSWERS -> new UnreadAnswers(target, 16 / lanes);
      case UNFINISHED_FRAMES -> new UnfinishedFrames(target, 220 / lanes);
      case LEFT_TRANSACTIONS -> new LeftTransactions(target, 8 / lanes);
      case SLOW_ADMIN -> new SlowAdminRequests(target, 256 / lanes);
      case TLS_HANDSHAKES -> new Renegotiations(target);
      case NESTED_LISTS -> new NestedLists(target);
    };
  }
}
