package dev.yardmaster.jdbc.durability;

import dev.yardmaster.logging.Loggers;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;

/** The thread of the forces: opens sessions, and forces the log whenever outcomes are held. */
final class ForceLoop implements Runnable {
  private static final Logger LOG = Loggers.of(ForceLoop.class);

  private static final long FIRST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long MAX_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(500);

  private final GroupForce state;
  private final SessionSource source;

  ForceLoop(GroupForce state, SessionSource source) {
    this.state = state;
    this.source = source;
  }

  @Override
  public void run() {
    boolean mayContinue = true;
    while (mayContinue) {
      try {
        if (state.session() == null) {
          open();
        }
        mayContinue = work();
      } catch (SQLException failure) {
        lose(failure);
      } catch (RuntimeException | Error failure) {
        LOG.error("a force failed", failure);
        lose(new SQLException("a force failed: " + failure, failure));
      }
    }
    ForceSession last = state.session();
    if (last != null) {
      last.close();
    }
  }

  /**
   * Tries to open a session, with pauses between the attempts, until it succeeds or the scheduler
   * is closed.
   */
  private void open() {
    long pauseNs = FIRST_PAUSE_NS;
    while (state.session() == null && !state.isClosing()) {
      try {
        state.opened(source.open());
      } catch (SQLException | RuntimeException failure) {
        LOG.debug("there is no session for forces yet", failure);
        LockSupport.parkNanos(pauseNs);
        pauseNs = Math.min(2 * pauseNs, MAX_PAUSE_NS);
      }
    }
  }

  /** Waits for the next piece of work and does it. Returns false when the scheduler ends. */
  private boolean work() throws SQLException {
    switch (state.awaitWork()) {
      case FORCE -> {
        long settled = state.begin();
        state.session().force();
        state.succeeded(settled);
      }
      case CHECK -> state.session().check();
      case END -> {
        return false;
      }
    }
    return true;
  }

  private void lose(SQLException failure) {
    ForceSession last = state.session();
    int outcomes = state.lost(failure);
    LOG.warn(
        "the session of the forces ended; outcomes are unknown: count={}, {}",
        outcomes,
        failure.getMessage());
    LOG.debug("the end of the session of the forces", failure);
    if (last != null) {
      last.abort();
    }
  }
}
