package dev.yardmaster.observation;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotCursor;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Forwards all calls to a snapshot, and ends the snapshot's observation when the snapshot is
 * closed.
 */
final class ObservedSnapshot implements Snapshot {

  private final Snapshot snapshot;

  /** Ends the observation; null after the first close. */
  private final AtomicReference<@Nullable Runnable> end;

  ObservedSnapshot(Snapshot snapshot, Runnable end) {
    this.snapshot = snapshot;
    this.end = new AtomicReference<>(end);
  }

  @Override
  public long version() {
    return snapshot.version();
  }

  @Override
  public byte @Nullable [] get(Key key) {
    return snapshot.get(key);
  }

  @Override
  public long getLong(Key key) {
    return snapshot.getLong(key);
  }

  @Override
  public boolean contains(Key key) {
    return snapshot.contains(key);
  }

  @Override
  public Map<Key, byte[]> scan(Scan scan) {
    return snapshot.scan(scan);
  }

  @Override
  public Map<Key, byte @Nullable []> getAll(Collection<Key> keys) {
    return snapshot.getAll(keys);
  }

  @Override
  public SnapshotCursor cursor(Key from, @Nullable Key to, boolean backward) {
    return snapshot.cursor(from, to, backward);
  }

  @Override
  public void close() {
    try {
      snapshot.close();
    } finally {
      Runnable once = end.getAndSet(null);
      if (once != null) {
        once.run();
      }
    }
  }
}
