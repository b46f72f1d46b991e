package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.util.timer.Timeout;
import com.alipay.sofa.jraft.util.timer.Timer;
import com.alipay.sofa.jraft.util.timer.TimerTask;
import dev.yardmaster.replication.jraft.network.LeaderSilence;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;

/**
 * The timer that lets a follower begin an election. The timer fires when the leader has been silent
 * for 1.1 election timeouts, plus 0.2 election timeouts for each follower whose name precedes this
 * follower's name.
 *
 * <p>The reason for this class: a message of the leader does not restart JRaft's own timer, unlike
 * in Ongaro and Ousterhout (2014, section 5.2). JRaft's timer fires every one to two election
 * timeouts, so a follower notices the loss of a leader up to two timeouts late. And if the timers
 * of two followers fire at nearly the same time, the votes are split. A split costs one or two more
 * timeouts. All followers receive the leader's messages at nearly the same time. So if each
 * follower waits for a different time after the last message, two timers do not fire close to each
 * other. A tenth of the election timeout is the period of heartbeats. After this additional time,
 * all followers have noticed the leader's silence, and grant their votes.
 *
 * <p>If this follower's turn has already passed, for example because an election failed, the timer
 * waits for JRaft's random delay.
 */
final class FollowerTimer implements Timer {

  private enum State {
    WAITING,
    RUN,
    CANCELLED
  }

  private final Timer timer;
  private final LeaderSilence silence;
  private final IntSupplier followersBefore;
  private final long electionTimeoutNs;

  /**
   * Creates a timer.
   *
   * @param timer runs the tasks
   * @param followersBefore returns the number of followers whose turn is before this follower's
   *     turn
   */
  FollowerTimer(
      Timer timer, LeaderSilence silence, IntSupplier followersBefore, long electionTimeoutNs) {
    this.timer = timer;
    this.silence = silence;
    this.followersBefore = followersBefore;
    this.electionTimeoutNs = electionTimeoutNs;
  }

  @Override
  public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
    Turn turn = new Turn(task);
    long leftNs = leftNs();
    turn.await(leftNs > 0 ? leftNs : unit.toNanos(delay));
    return turn;
  }

  @Override
  public Set<Timeout> stop() {
    return timer.stop();
  }

  /** Returns the time until this follower's turn; 0 or less if it has passed. */
  private long leftNs() {
    long turnNs =
        electionTimeoutNs
            + electionTimeoutNs / 10
            + followersBefore.getAsInt() * electionTimeoutNs / 5;
    return turnNs - silence.ns();
  }

  /** A task that waits for this follower's turn. Each message of the leader postpones the turn. */
  private final class Turn implements Timeout {
    private final TimerTask task;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    Turn(TimerTask task) {
      this.task = task;
    }

    void await(long ns) {
      var unused = timer.newTimeout(fired -> end(), ns, TimeUnit.NANOSECONDS);
    }

    private void end() throws Exception {
      long leftNs = leftNs();
      if (leftNs > 0 && state.get() == State.WAITING) {
        await(leftNs);
      } else if (state.compareAndSet(State.WAITING, State.RUN)) {
        task.run(this);
      }
    }

    @Override
    public boolean cancel() {
      return state.compareAndSet(State.WAITING, State.CANCELLED);
    }

    @Override
    public boolean isCancelled() {
      return state.get() == State.CANCELLED;
    }

    @Override
    public boolean isExpired() {
      return state.get() == State.RUN;
    }

    @Override
    public Timer timer() {
      return FollowerTimer.this;
    }

    @Override
    public TimerTask task() {
      return task;
    }
  }
}
