package dev.yardmaster.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An ordered list of distinct keys. Most lists are so short that a linear search is fastest. One
 * thread fills the list. Afterwards the list does not change, and any thread may read it.
 */
final class KeyList {

  private static final int FEW = 12;

  private final List<Key> keys;

  /** The position of each key, if the list has more than {@value #FEW} keys; otherwise null. */
  private @Nullable Map<Key, Integer> positions;

  /** Creates an empty list. */
  KeyList() {
    keys = new ArrayList<>(4);
  }

  /** Creates a copy. The copy does not change when the original changes. */
  KeyList(KeyList other) {
    keys = new ArrayList<>(other.keys);
    positions = other.positions == null ? null : new HashMap<>(other.positions);
  }

  /** Adds a key that is not in the list. */
  void add(Key key) {
    keys.add(key);
    if (positions != null) {
      positions.put(key, keys.size() - 1);
    } else if (keys.size() > FEW) {
      positions = new HashMap<>();
      for (int i = 0; i < keys.size(); i++) {
        positions.put(keys.get(i), i);
      }
    }
  }

  int size() {
    return keys.size();
  }

  Key key(int index) {
    return keys.get(index);
  }

  /** Returns the position of a key; -1 if the list does not contain it. */
  int indexOf(Key key) {
    return positions == null ? keys.indexOf(key) : positions.getOrDefault(key, -1);
  }

  List<Key> keys() {
    return Collections.unmodifiableList(keys);
  }
}
