package dev.yardmaster.storage.log.format;

import dev.yardmaster.annotations.Shared;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Passes copies of the groups that a leader's pipeline commits to a backup while the backup is
 * written. A closed feed accepts no groups. The pipeline's log agent never waits for the backup: if
 * the backup polls groups so slowly that more than {@link #MAX_BYTES} would accumulate, the backup
 * fails.
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

  /** Opens the feed. The feed accepts all groups that are offered after this call. */
  public synchronized void open() {
    isOpen = true;
    // The caller then reads the last issued version. The fence ensures that this read does not
    // happen before the write of isOpen.
    VarHandle.fullFence();
  }

  /** Closes the feed, and discards the groups that were not polled. */
  public synchronized void close() {
    isOpen = false;
    isTooLong = false;
    groups.clear();
    bytes = 0;
  }

  /** If the feed is open, adds a copy of a group. */
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
   * Returns the next group, or null if there is none yet.
   *
   * @throws IOException if too many bytes have accumulated, so that groups are missing
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
