package dev.yardmaster.engine.redo;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.log.format.RecordEncoder;
import java.util.ArrayList;
import java.util.List;

/** A list of writes for a record in the log. A value must not change after it was added. */
public final class RedoRecord implements CommitContent {

  private final List<Key> keys = new ArrayList<>();
  private final List<byte[]> values = new ArrayList<>();

  /** Creates a list without writes. */
  public RedoRecord() {}

  /** Adds a write. A null value deletes the key. */
  public void add(Key key, byte[] value) {
    keys.add(key);
    values.add(value);
  }

  /** Removes all writes. */
  public void clear() {
    keys.clear();
    values.clear();
  }

  @Override
  public long length(RecordEncoder encoder) {
    long length = 0;
    for (int i = 0; i < keys.size(); i++) {
      length += encoder.length(keys.get(i), values.get(i));
    }
    return length;
  }

  @Override
  public void put(RecordEncoder encoder) {
    for (int i = 0; i < keys.size(); i++) {
      encoder.put(keys.get(i), values.get(i));
    }
  }
}
