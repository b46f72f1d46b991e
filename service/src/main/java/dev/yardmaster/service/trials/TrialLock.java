package dev.yardmaster.service.trials;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Whose comparison goes on in a system. What commits in an interval says nothing about one thing if
 * another is tried in it, too. Any thread.
 */
public final class TrialLock {

  private final AtomicReference<Object> holder = new AtomicReference<>();

  /** A turn that is nobody's. */
  public TrialLock() {}

  /** Takes the turn; false if it is somebody else's. */
  public boolean take(Object asker) {
    return holder.getOpaque() == asker || holder.compareAndSet(null, asker);
  }

  /** Ends the asker's turn, if it is that. */
  public void end(Object asker) {
    holder.compareAndSet(asker, null);
  }

  /** Whether it is somebody else's. */
  public boolean isTakenFrom(Object asker) {
    Object now = holder.getOpaque();
    return now != null && now != asker;
  }
}
