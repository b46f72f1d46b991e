package dev.yardmaster.server.backend;

import dev.yardmaster.annotations.Shared;
import java.util.function.Consumer;

/**
 * Notifies a listener of each change of a cluster's leadership, and counts the terms with a known
 * leader. Any thread may call the methods.
 */
final class LeaderChanges {

  @Shared(
      writers = "the thread that starts the server",
      readers = "the log's thread, the admin thread",
      access = "volatile; set once")
  private volatile Consumer<Leadership> listener = leadership -> {};

  @Shared(
      writers = "the log's thread, the admin thread",
      readers = "the same",
      access = "guarded by this object's monitor")
  private Leadership announced;

  @Shared(
      writers = "the log's thread, the admin thread",
      readers = "the threads that show figures",
      access = "guarded by this object's monitor")
  private long count;

  /** The last term that was counted. */
  private long countedTerm;

  /** Sets the listener, which must not block. */
  void announceTo(Consumer<Leadership> newListener) {
    listener = newListener;
  }

  /** Notifies the listener if the leadership has changed. */
  synchronized void announce(Leadership now) {
    if (!now.equals(announced)) {
      announced = now;
      // A term has at most one leader.
      if (now.leader().isPresent() && now.term() > countedTerm) {
        countedTerm = now.term();
        count++;
      }
      listener.accept(now);
    }
  }

  /** Returns the number of terms in which the leader was known. */
  synchronized long count() {
    return count;
  }
}
