package dev.yardmaster.storage.log.format;

import dev.yardmaster.annotations.Shared;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Passes copies of the groups that a leader's pipeline commits to a backup, while the backup is
 * written. A closed feed takes nothing. The pipeline's log agent never waits: if the backup takes
 * groups so slowly that {@link #MAX_BYTES} wait for it, the backup fails.
 */
public final class GroupFeed {

  /** The maximum total length, in bytes, of the groups that wait for the backup. */
  static final long MAX_BYTES = 64 << 20;

  @Shared(
      writers = "the thread that writes a backup, the log's agent",
      readers = "the same",
      access = "guarded by the monitor of the feed, like the fields after it")
  private final ArrayDeque<ByteBuffer> groups = new ArrayDeque<>();

  private long bytes;
  private boolean isTooLong;

  @Shared(
      writers = "the thread that writes a backup",
      readers = "the log's agent",
      access = "volatile; a group that is offered after the feed was opened is taken")
  private volatile boolean isOpen;

  /** Opens the feed. All groups that are offered after this call are taken. */
  public synchronized void open() {
    isOpen = true;
    // The caller then reads the last issued version, which must not be older than this write.
    VarHandle.fullFence();
  }

  /** Closes the feed, and removes the groups that wait. */
  public synchronized void close() {
    isOpen = false;
    isTooLong = false;
    groups.clear();
    bytes = 0;
  }

  /** Takes a copy of a group if the feed is open. */
  public void offer(ReplicatedGroup group) {
    if (isOpen) {
      ByteBuffer copy = group.copy();
      synchronized (this) {
        isTooLong |= bytes + copy.remaining() > MAX_BYTES;
        if (isOpen && !isTooLong) {
          groups.add(copy);
          bytes += copy.remaining();
        }
      }
    }
  }

  /**
   * Returns the next group, or null if none waits.
   *
   * @throws IOException if too many bytes have waited, so that groups are missing
   */
  public synchronized ByteBuffer poll() throws IOException {
    if (isTooLong) {
      throw new IOException(
          "the disk is too slow for the backup: more than "
              + MAX_BYTES
              + " bytes of commits waited for it");
    }
    ByteBuffer next = groups.poll();
    bytes -= next == null ? 0 : next.remaining();
    return next;
  }
}
