package dev.yardmaster.jdbc.advice;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.advice.AdvisedSystem.Totals;
import dev.yardmaster.jdbc.figures.Advice;
import dev.yardmaster.jdbc.figures.Advice.Verdict;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Measures whether scheduling helps. The advisor first observes. If aborts cost too little for
 * scheduling to gain anything, the advice says so. Otherwise a {@link ComparisonRun} switches
 * scheduling on and off. For each of the two settings, the run divides the number of completed
 * contended transactions by the time that these transactions took, like the trials. With a fixed
 * number of clients, this rate is proportional to the throughput.
 *
 * <p>Any thread may call any method. One thread at a time advances the advisor; if another thread
 * calls {@link #look} at that time, the call returns immediately.
 */
@Shared(
    writers = "the thread that advances the advisor, or asks for an advice or for a switch",
    readers = "the same; for advice and nextLookNs also threads that end a transaction or read it",
    access = "guarded by Advisor.lock; advice and nextLookNs are volatile")
public final class Advisor {

  /** The modes of the advisor, which state when it works and whether it may switch scheduling. */
  public enum Mode {
    /** The advisor works only on request. */
    OFF,
    /**
     * The advisor works on request, and after the start until its first advice that is based on
     * enough traffic.
     */
    ONCE,
    /**
     * The advisor works on request and periodically, and switches scheduling according to its
     * advice.
     */
    AUTO
  }

  private enum Phase {
    RESTING,
    OBSERVING,
    COMPARING
  }

  private static final long LOOK_NS = 5_000_000;

  private final AdvisorPace pace;
  private final AdvisedSystem system;
  private final Mode mode;
  private final RandomGenerator random;
  private final Consumer<Advice> listener;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile long nextLookNs;
  private volatile Advice advice;
  private Phase phase = Phase.RESTING;

  /** Whether the advisor begins to observe at {@link #dueNs}. */
  private boolean isDue;

  private long dueNs;
  private boolean isSetByHand;
  private long observedFromNs;
  private Totals observedFrom;
  private boolean wasOn;
  private ComparisonRun comparison;

  /**
   * Creates an advisor.
   *
   * @param listener gets all new advice, on the thread that advances the advisor
   */
  public Advisor(
      AdvisorPace pace,
      AdvisedSystem system,
      Mode mode,
      RandomGenerator random,
      Consumer<Advice> listener,
      long nowNs) {
    this.pace = pace;
    this.system = system;
    this.mode = mode;
    this.random = random;
    this.listener = listener;
    isDue = mode != Mode.OFF;
    dueNs = nowNs + pace.firstNs();
    nextLookNs = nowNs;
  }

  /**
   * Begins an observation, which leads to advice. Has no effect while the advisor observes or
   * compares.
   */
  public void request(long nowNs) {
    lock.lock();
    try {
      if (phase == Phase.RESTING) {
        observe(nowNs);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Switches scheduling by hand. Ends a running comparison. From now on, the advisor leaves the
   * setting unchanged after each comparison.
   */
  public void switchTo(boolean position, long nowNs) {
    lock.lock();
    try {
      isSetByHand = true;
      if (phase == Phase.COMPARING) {
        system.endComparison(position, null, nowNs);
        rest(mode == Mode.AUTO, pace.againNs(), nowNs);
      } else {
        system.switchTo(position, nowNs);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the last advice. */
  public Optional<Advice> advice() {
    return Optional.ofNullable(advice);
  }

  /** Advances the advisor if that is due. */
  public void look(long nowNs) {
    if (nowNs - nextLookNs >= 0 && lock.tryLock()) {
      try {
        goOn(nowNs);
        nextLookNs = nowNs + LOOK_NS;
      } finally {
        lock.unlock();
      }
    }
  }

  private void goOn(long nowNs) {
    switch (phase) {
      case RESTING -> {
        if (isDue && nowNs - dueNs >= 0) {
          observe(nowNs);
        }
      }
      case OBSERVING -> {
        if (nowNs - observedFromNs >= pace.observeNs()) {
          endObservation(nowNs);
        }
      }
      case COMPARING -> {
        Advice found = comparison.goOn(nowNs);
        if (found != null) {
          endComparison(found, nowNs);
        }
      }
    }
  }

  private void observe(long nowNs) {
    phase = Phase.OBSERVING;
    observedFromNs = nowNs;
    observedFrom = system.totals();
  }

  private void endObservation(long nowNs) {
    Totals seen = system.totals().since(observedFrom);
    if (seen.ended() < pace.transactions()) {
      conclude(AdviceText.tooLittleTraffic(seen.ended(), nowNs - observedFromNs), nowNs);
    } else if (!system.isContended()) {
      conclude(AdviceText.nothingToGain(seen), nowNs);
    } else {
      phase = Phase.COMPARING;
      wasOn = system.isOn();
      system.beginComparison(nowNs);
      comparison = new ComparisonRun(pace, system, random, nowNs);
    }
  }

  private void endComparison(Advice found, long nowNs) {
    boolean position = position(found.verdict());
    system.endComparison(position, found.verdict(), nowNs);
    conclude(position == wasOn ? found : AdviceText.andSwitched(found, position), nowNs);
  }

  private boolean position(Verdict verdict) {
    if (mode != Mode.AUTO || isSetByHand) {
      return wasOn;
    }
    return switch (verdict) {
      case ON_GAINS, ON_SAVES_ABORTS -> true;
      case OFF_GAINS, NOTHING_TO_GAIN -> false;
      case UNCLEAR, TOO_LITTLE_TRAFFIC -> wasOn;
    };
  }

  /**
   * Publishes the advice. If there was too little traffic, the advisor observes again soon, but
   * does not repeat the advice.
   */
  private void conclude(Advice found, long nowNs) {
    boolean isTooLittle = found.verdict() == Verdict.TOO_LITTLE_TRAFFIC;
    Advice before = advice;
    boolean isNews = !isTooLittle || before == null || before.verdict() != found.verdict();
    advice = found;
    rest(
        mode == Mode.AUTO || (mode == Mode.ONCE && isTooLittle),
        isTooLittle ? pace.firstNs() : pace.againNs(),
        nowNs);
    if (isNews) {
      listener.accept(found);
    }
  }

  private void rest(boolean looksAgain, long afterNs, long nowNs) {
    phase = Phase.RESTING;
    comparison = null;
    isDue = looksAgain;
    dueNs = nowNs + afterNs;
  }
}
