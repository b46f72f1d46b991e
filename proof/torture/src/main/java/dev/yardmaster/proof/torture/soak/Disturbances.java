package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.proof.torture.TortureFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Disturbs the clients and the server by one disturbance after the other. Each kind occurs equally
 * often, in random order. A lasting disturbance ends when its time has passed and the disturbance
 * has taken effect. It also ends at a call of {@link #calm}, and at its maximum time. Only
 * disturbances that took effect are counted. If one kind has no effect several times in a row, the
 * run fails. The main thread calls all methods except {@link #heard}.
 */
final class Disturbances {

  /**
   * The maximum amount by which the wall clock is set forward or back at once, in ms. It is below
   * 10 s, because the server refuses ids that are more than 10 s ahead of its clock.
   */
  static final int MAX_STEP_MS = 4_000;

  private static final int MAX_LENGTH_MS = 1_500;

  /**
   * The maximum time of a stall, in ns. After a longer silence, a client replaces the connection.
   * The replacement would end the stall.
   */
  private static final long LONGEST_STALL_NS = 5_000_000_000L;

  /**
   * The maximum time, in ns, for which there is no room for checkpoints. The time is long, because
   * on a machine that writes slowly, it may take long until the next checkpoint begins.
   */
  private static final long LONGEST_NS = 30_000_000_000L;

  private static final long ASK_EVERY_NS = 20_000_000L;
  private static final int MAX_WITHOUT_EFFECT = 5;

  private enum Kind {
    RESETS,
    SLOW_READERS,
    FULL_DISKS,
    FULL_CHECKPOINTS,
    CLOCK_STEPS;

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  private static final List<Kind> LASTING =
      List.of(Kind.SLOW_READERS, Kind.FULL_DISKS, Kind.FULL_CHECKPOINTS);

  private final SoakLoad load;
  private final int clients;
  private final long everyNs;
  private final SplittableRandom random;
  private final Consumer<String> server;
  private final List<Kind> next = new ArrayList<>();
  private final Map<String, Integer> counts = new TreeMap<>();

  /** For each kind, the number of consecutive disturbances without an effect. */
  private final Map<Kind, Integer> withoutEffect = new TreeMap<>();

  private long nextNs;
  private long beganNs;
  private long endNs;
  private long askNs;

  /** The lasting disturbance that is active; null if there is none. */
  private Kind lasting;

  /** Ends the lasting disturbance that is active; null if there is none. */
  private Runnable end;

  private boolean tookEffect;

  // The main thread and the thread that reads the child's output share the following fields, under
  // the lock of this object.

  private boolean asked;

  /** The child's first answer after the present disturbance began; null until it has arrived. */
  private Effects first;

  private Effects newest;

  /**
   * Creates disturbances.
   *
   * @param server sends a line to the server's process
   */
  Disturbances(SoakLoad load, SoakPlan plan, SplittableRandom random, Consumer<String> server) {
    this.load = load;
    this.clients = plan.clients();
    this.everyNs = plan.disturbEveryNs();
    this.random = random;
    this.server = server;
  }

  /** Begins or ends a disturbance, if it is time to do so. */
  void run(long nowNs) {
    if (lasting == null) {
      if (nowNs - nextNs >= 0 && !isAsked()) {
        begin(draw(), nowNs);
      }
      return;
    }
    look(nowNs);
    boolean isOver = nowNs - endNs >= 0;
    long longestNs = lasting == Kind.SLOW_READERS ? LONGEST_STALL_NS : LONGEST_NS;
    if ((isOver && tookEffect) || nowNs - beganNs > longestNs) {
      Kind ended = lasting;
      boolean effect = tookEffect;
      calm();
      if (!effect) {
        missed(ended);
      }
      nextNs = nowNs + everyNs / 2 + random.nextLong(everyNs);
    }
  }

  /**
   * Begins a disturbance that lasts until {@link #calm}, unless a lasting disturbance is active.
   */
  void beginLasting(long nowNs) {
    if (lasting == null) {
      begin(LASTING.get(random.nextInt(LASTING.size())), nowNs);
    }
  }

  /** Checks, at intervals, whether the active disturbance has taken effect. */
  void look(long nowNs) {
    if (lasting == null) {
      return;
    }
    synchronized (this) {
      if (first != null) {
        tookEffect |=
            switch (lasting) {
              case SLOW_READERS -> newest.unwrittenBytes() >= SoakedServer.OUTBOUND_HIGH_BYTES;
              case FULL_DISKS -> newest.refusedLogs() > first.refusedLogs();
              default -> newest.refusedCheckpoints() > first.refusedCheckpoints();
            };
      }
    }
    if (nowNs - askNs >= 0 && !isAsked()) {
      ask();
      askNs = nowNs + ASK_EVERY_NS;
    }
  }

  private void ask() {
    synchronized (this) {
      asked = true;
    }
    server.accept(SoakLine.EFFECTS);
  }

  private synchronized boolean isAsked() {
    return asked;
  }

  /** Processes an answer of the child; called on the reader's thread. */
  synchronized void heard(Effects effects) {
    asked = false;
    first = first == null ? effects : first;
    newest = effects;
  }

  private Kind draw() {
    if (next.isEmpty()) {
      next.addAll(List.of(Kind.values()));
    }
    return next.remove(random.nextInt(next.size()));
  }

  private void begin(Kind kind, long nowNs) {
    beganNs = nowNs;
    endNs = nowNs + Math.min(everyNs, 1_000_000L * (1 + random.nextInt(MAX_LENGTH_MS)));
    nextNs = nowNs + everyNs / 2 + random.nextLong(everyNs);
    int client = random.nextInt(clients);
    switch (kind) {
      case RESETS -> {
        if (load.reset(client) > 0) {
          tookEffect(kind);
        } else {
          missed(kind);
        }
      }
      case CLOCK_STEPS -> {
        server.accept(SoakLine.CLOCK + ' ' + random.nextInt(-MAX_STEP_MS, MAX_STEP_MS + 1));
        tookEffect(kind);
      }
      case SLOW_READERS -> {
        boolean resets = random.nextBoolean();
        lasts(
            kind,
            () -> {
              if (resets) {
                load.reset(client);
              }
              load.resume(client);
            });
        load.stall(client);
      }
      case FULL_DISKS -> fill(kind, DiskSpace.ANY_FILE);
      case FULL_CHECKPOINTS -> fill(kind, DiskSpace.CHECKPOINTS);
    }
  }

  private void fill(Kind kind, String prefix) {
    lasts(kind, () -> server.accept(SoakLine.EMPTY));
    server.accept(SoakLine.FILL + ' ' + prefix);
  }

  /**
   * Stores a new disturbance, and requests the child's figures, so that they show the state before
   * the effect.
   */
  private void lasts(Kind kind, Runnable ends) {
    lasting = kind;
    end = ends;
    tookEffect = false;
    synchronized (this) {
      first = null;
    }
    if (!isAsked()) {
      ask();
    }
  }

  private void tookEffect(Kind kind) {
    counts.merge(kind.text(), 1, Integer::sum);
    withoutEffect.remove(kind);
  }

  private void missed(Kind kind) {
    if (withoutEffect.merge(kind, 1, Integer::sum) >= MAX_WITHOUT_EFFECT) {
      throw new TortureFailure(
          MAX_WITHOUT_EFFECT + " disturbances in a row had no effect: " + kind.text());
    }
  }

  /** Ends the active disturbance. */
  void calm() {
    if (lasting == null) {
      return;
    }
    Kind ended = lasting;
    lasting = null;
    end.run();
    if (tookEffect) {
      tookEffect(ended);
    }
  }

  /**
   * Is called by the main thread after the server's process has ended, so that no more answers can
   * arrive.
   */
  void processEnded() {
    calm();
    synchronized (this) {
      asked = false;
    }
  }

  /** Returns whether each kind of disturbance has taken effect at least once. */
  boolean allTookEffect() {
    return counts.size() == Kind.values().length;
  }

  /** Returns the number of disturbances of each kind that took effect. */
  Map<String, Integer> counts() {
    return counts;
  }
}
