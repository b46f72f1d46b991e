package dev.yardmaster.benchmarks.replication;

import java.util.Locale;

/** The faults of a member of a replicated log. */
public enum LogFault {
  /** The leader's process is killed, and starts again with its folder. */
  KILL(true) {
    @Override
    void begin(LogProcesses processes, String leader, String failed) throws InterruptedException {
      processes.kill(failed);
    }

    @Override
    void end(LogProcesses processes, String failed) throws InterruptedException {
      processes.start(failed, true);
      processes.ask(failed, "ticks");
    }
  },
  /** The leader's process is stopped, and resumed when another member leads. */
  PAUSE(true) {
    @Override
    void begin(LogProcesses processes, String leader, String failed) throws InterruptedException {
      processes.pause(failed);
    }

    @Override
    void end(LogProcesses processes, String failed) throws InterruptedException {
      processes.resume(failed);
    }
  },
  /** The leader transfers the leadership to another member. */
  TRANSFER(true) {
    @Override
    void begin(LogProcesses processes, String leader, String failed) {
      processes.ask(leader, "transfer " + processes.without(leader).get(0));
    }

    @Override
    void end(LogProcesses processes, String failed) {}
  },
  /** A follower's process is killed, and starts again without its folder. */
  WIPE(false) {
    @Override
    void begin(LogProcesses processes, String leader, String failed) throws InterruptedException {
      processes.kill(failed);
      processes.wipe(failed);
      processes.ask(leader, "snapshot");
    }

    @Override
    void end(LogProcesses processes, String failed) throws InterruptedException {
      processes.start(failed, false);
      processes.ask(failed, "ticks");
    }
  };

  private final boolean isOfLeader;

  LogFault(boolean isOfLeader) {
    this.isOfLeader = isOfLeader;
  }

  /** Returns the name on command lines and in reports. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether the leader fails, so that another member leads after the fault. */
  boolean isOfLeader() {
    return isOfLeader;
  }

  /**
   * Begins the fault.
   *
   * @param failed the member that fails
   */
  abstract void begin(LogProcesses processes, String leader, String failed)
      throws InterruptedException;

  /** Ends the fault. */
  abstract void end(LogProcesses processes, String failed) throws InterruptedException;
}
