package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.util.SPI;
import com.alipay.sofa.jraft.util.timer.DefaultRaftTimerFactory;
import com.alipay.sofa.jraft.util.timer.Timer;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * Creates the timers of JRaft's nodes. JRaft loads one instance of this class per process, and
 * calls it on the thread that initializes a node. A member passes its own election timer to this
 * class in a thread-local variable.
 */
@SPI(priority = 1)
public final class ElectionTimers extends DefaultRaftTimerFactory {

  private static final ThreadLocal<UnaryOperator<Timer>> OF_MEMBER = new ThreadLocal<>();

  /**
   * Initializes a node.
   *
   * @param electionTimer returns the node's election timer; the argument is the timer that runs the
   *     election timer's tasks
   * @return the result of the initialization
   */
  static boolean initialize(UnaryOperator<Timer> electionTimer, BooleanSupplier node) {
    OF_MEMBER.set(electionTimer);
    try {
      return node.getAsBoolean();
    } finally {
      OF_MEMBER.remove();
    }
  }

  @Override
  public Timer getElectionTimer(boolean shared, String name) {
    Timer timer = super.getElectionTimer(shared, name);
    UnaryOperator<Timer> ofMember = OF_MEMBER.get();
    return ofMember == null ? timer : ofMember.apply(timer);
  }
}
