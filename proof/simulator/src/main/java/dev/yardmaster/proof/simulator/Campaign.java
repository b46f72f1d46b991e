package dev.yardmaster.proof.simulator;

import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.scenario.Scenarios;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Runs the scenarios of a range of seeds, several at the same time. A failed run ends the campaign.
 * The runs are independent of each other, so the number of concurrent runs does not change the
 * result.
 */
public final class Campaign {

  /** Runs one scenario. */
  @FunctionalInterface
  public interface Player {
    /** Runs a scenario and checks its result. */
    RunResult play(Scenario scenario) throws InterruptedException;
  }

  /**
   * Receives the progress after each run that has ended. One thread at a time calls the listener.
   */
  @FunctionalInterface
  public interface Progress {
    /** Receives the totals so far. */
    void ended(Totals totals);
  }

  /**
   * The totals of all runs that have ended so far.
   *
   * @param seeds number of runs that have ended
   * @param operations number of transactions that were submitted to the service
   * @param committed number of transactions that committed
   * @param crashes how often a service was restarted after a sudden end
   */
  public record Totals(long seeds, long operations, long committed, long crashes) {}

  private static final long END_TIMEOUT_MS = 10_000;

  private final LongFunction<Scenario> scenarios;
  private final Player player;
  private final Progress progress;
  private final long last;
  private final TreeMap<Long, RunResult> failed = new TreeMap<>();
  private long next;
  private Totals totals = new Totals(0, 0, 0, 0);
  private IllegalStateException broken;

  private Campaign(
      long first, long last, LongFunction<Scenario> scenarios, Player player, Progress progress) {
    this.scenarios = scenarios;
    this.next = first;
    this.last = last;
    this.player = player;
    this.progress = progress;
  }

  /**
   * Runs the scenarios of the seeds from {@code first} to {@code last}.
   *
   * @param jobs number of concurrent runs, each on a thread; 1 or more
   * @return the failed run with the lowest seed; empty if all runs passed
   * @throws InterruptedException if the calling thread is interrupted; all runs have then ended
   * @throws IllegalStateException if a run threw an exception, which is a bug of the simulator
   */
  public static Optional<RunResult> run(
      long first, long last, int jobs, Player player, Progress progress)
      throws InterruptedException {
    return run(first, last, jobs, Scenarios::draw, player, progress);
  }

  /**
   * Runs the scenarios that the given function draws from the seeds.
   *
   * @param scenarios draws the scenario of a seed
   */
  public static Optional<RunResult> run(
      long first,
      long last,
      int jobs,
      LongFunction<Scenario> scenarios,
      Player player,
      Progress progress)
      throws InterruptedException {
    return new Campaign(first, last, scenarios, player, progress).run(jobs);
  }

  private Optional<RunResult> run(int jobs) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      Thread thread = new Thread(this::work, "campaign-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      for (Thread thread : threads) {
        thread.join(END_TIMEOUT_MS);
      }
      throw e;
    }
    return outcome();
  }

  private synchronized Optional<RunResult> outcome() {
    if (broken != null) {
      throw broken;
    }
    return failed.isEmpty() ? Optional.empty() : Optional.of(failed.firstEntry().getValue());
  }

  private void work() {
    for (Long seed = take(); seed != null; seed = take()) {
      try {
        ended(player.play(scenarios.apply(seed)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Throwable thrown) {
        breakOff(seed, thrown);
      }
    }
  }

  /**
   * Returns the next seed to run; null if every seed below the lowest failed seed is already taken.
   */
  private synchronized Long take() {
    boolean over = next > last || !failed.isEmpty() || broken != null;
    return over || Thread.currentThread().isInterrupted() ? null : (Long) next++;
  }

  private synchronized void ended(RunResult result) {
    totals =
        new Totals(
            totals.seeds + 1,
            totals.operations + result.operations(),
            totals.committed + result.committed(),
            totals.crashes + result.crashes());
    if (!result.passed()) {
      failed.put(result.scenario().seed(), result);
    }
    progress.ended(totals);
  }

  private synchronized void breakOff(long seed, Throwable thrown) {
    broken = new IllegalStateException("the run of seed " + seed + " broke off: " + thrown, thrown);
  }
}
