package dev.yardmaster.api;

import java.util.NoSuchElementException;

/**
 * The position of a scan over a {@link Snapshot}. A cursor begins before the first entry:
 *
 * <pre>{@code
 * SnapshotCursor cursor = snapshot.cursor(from, to);
 * while (cursor.next()) {
 *   use(cursor.key(), cursor.value());
 * }
 * }</pre>
 *
 * <p>The cursor holds one page of entries and fetches the next page when it is needed. A cursor
 * need not be closed, and ends with its snapshot. The thread that uses the snapshot uses the
 * cursor.
 */
public interface SnapshotCursor {

  /**
   * Moves to the next entry. Returns false if there are no more entries.
   *
   * @throws YardmasterException if the snapshot has ended
   */
  boolean next();

  /**
   * Returns the key of the current entry.
   *
   * @throws NoSuchElementException before the first entry and after the last entry
   */
  Key key();

  /**
   * Returns the value of the current entry. The caller owns the array.
   *
   * @throws NoSuchElementException before the first entry and after the last entry
   */
  byte[] value();
}
