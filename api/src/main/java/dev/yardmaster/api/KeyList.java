package dev.yardmaster.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Different keys, in an order. They are mostly so few that to look through them is quickest. Grows
 * at one thread, and does not change afterwards.
 */
final class KeyList {

  private static final int FEW = 12;

  private final List<Key> keys;

  /** Positions by key, once there are many; else null. */
  private Map<Key, Integer> positions;

  /** No keys. */
  KeyList() {
    keys = new ArrayList<>(4);
  }

  /** The same keys, which stay as they are. */
  KeyList(KeyList other) {
    keys = new ArrayList<>(other.keys);
    positions = other.positions == null ? null : new HashMap<>(other.positions);
  }

  /** Adds a key that is not in it. */
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

  /** Where a key stands; -1 if it is not in it. */
  int indexOf(Key key) {
    return positions == null ? keys.indexOf(key) : positions.getOrDefault(key, -1);
  }

  List<Key> keys() {
    return Collections.unmodifiableList(keys);
  }
}
