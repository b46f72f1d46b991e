package dev.yardmaster.proof.torture.cluster;

import java.io.IOException;
import java.util.Locale;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Shows what clients see when the leader of a cluster is killed: the number of commits in each step
 * of the time, and the longest time without a commit.
 */
public final class ClusterDemo {

  private static final int STEPS_BEFORE = 6;
  private static final int STEPS_AFTER = 8;

  /** The number of steps in which the commits are counted. */
  public static final int STEPS = STEPS_BEFORE + STEPS_AFTER;

  private static final double MS_PER_S = 1e3;
  private static final double NS_PER_S = 1e9;

  private final ClusterTorture cluster;
  private final int stepMs;
  private final NanoClock clock;
  private final Consumer<String> lines;
  private long beganNs;

  /**
   * Creates a demonstration that has not begun yet.
   *
   * @param cluster the servers and their clients, not started
   * @param seconds the time in which the commits are counted, in {@value #STEPS} steps
   * @param lines receives each line of the report
   */
  public ClusterDemo(
      ClusterTorture cluster, double seconds, NanoClock clock, Consumer<String> lines) {
    this.cluster = cluster;
    this.stepMs = (int) (seconds * MS_PER_S / STEPS);
    this.clock = clock;
    this.lines = lines;
  }

  /**
   * Runs the demonstration. The starts of the servers take about eight seconds.
   *
   * @throws dev.yardmaster.proof.torture.TortureFailure if a transaction was lost or committed
   *     twice
   */
  public void run() throws IOException, InterruptedException {
    beganNs = clock.nanoTime();
    say("three servers start, which reach each other at " + cluster.servers().members());
    cluster.start();
    ClusterProcess first = cluster.awaitLeader();
    say(first.name() + " leads in term " + first.leadingTerm() + "; the accounts are open");
    cluster.load().begin();
    show(STEPS_BEFORE);
    cluster.load().listen();
    first.kill();
    say("the process of " + first.name() + " was killed");
    ClusterProcess second = cluster.awaitLeader();
    say(second.name() + " leads in term " + second.leadingTerm());
    show(STEPS_AFTER);
    long silenceNs = cluster.load().longestSilenceNs();
    first.start();
    cluster.settle();
    say(first.name() + " is started again; all transactions have their outcomes");
    lines.accept("");
    lines.accept(
        String.format(
            Locale.ROOT,
            "The clients saw %,d commits, and none for %.2f s when the leader was killed.",
            cluster.load().committed(),
            silenceNs / NS_PER_S));
    lines.accept("No transaction was lost or committed twice; every account is as expected.");
  }

  private void show(int steps) throws IOException, InterruptedException {
    for (int step = 0; step < steps; step++) {
      long before = cluster.load().committed();
      long nowNs = clock.nanoTime();
      cluster.pause(stepMs);
      double seconds = (clock.nanoTime() - nowNs) / NS_PER_S;
      say(
          String.format(
              Locale.ROOT, "%,8.0f commits/s", (cluster.load().committed() - before) / seconds));
    }
  }

  private void say(String what) {
    lines.accept(
        String.format(Locale.ROOT, "%5.1f s  %s", (clock.nanoTime() - beganNs) / NS_PER_S, what));
  }
}
