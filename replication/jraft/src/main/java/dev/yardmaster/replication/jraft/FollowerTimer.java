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
 * The timer by which a follower begins an election. It fires when the leader has been silent for an
 * election timeout and a tenth, later by a fifth for each follower before this one in the order of
 * the names.
 *
 * <p>JRaft's own timer is not restarted by a message of the leader (unlike in Ongaro and
 * Ousterhout, 2014, section 5.2). It fires every one to two election timeouts, so a lost leader is
 * noticed up to two timeouts late; and two followers whose timers fire close to each other split
 * the votes, which costs a further timeout or two. The followers hear their leader at nearly the
 * same times, so turns after its last message keep them apart. A tenth is the period of heartbeats:
 * by then the other followers have missed the leader too, and grant their votes.
 *
 * <p>If the leader has been silent for longer, for example after the turn has passed without
 * success, the timer waits for JRaft's random delay.
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
   * @param followersBefore returns the number of followers whose turn is before this one's
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

  /** A task that waits for this follower's turn, which each message of the leader postpones. */
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
