package dev.yardmaster.api;

import java.util.BitSet;

/**
 * How a transaction uses each of its keys; one that is only written conflicts with less than one
 * that is read. Grows at one thread, and does not change afterwards.
 */
final class KeyUses {

  private final KeyList keys;
  private final BitSet needed;
  private final BitSet written;

  /** No keys. */
  KeyUses() {
    keys = new KeyList();
    needed = new BitSet();
    written = new BitSet();
  }

  /** The same uses, which stay as they are. */
  KeyUses(KeyUses other) {
    keys = new KeyList(other.keys);
    needed = (BitSet) other.needed.clone();
    written = (BitSet) other.written.clone();
  }

  /** The key's value is needed. */
  void need(Key key) {
    needed.set(positionOf(key));
  }

  /** The key is written. */
  void write(Key key) {
    written.set(positionOf(key));
  }

  /** Whether the key is written. */
  boolean isWritten(Key key) {
    int position = keys.indexOf(key);
    return position >= 0 && written.get(position);
  }

  boolean isEmpty() {
    return keys.size() == 0;
  }

  private int positionOf(Key key) {
    int position = keys.indexOf(key);
    if (position >= 0) {
      return position;
    }
    keys.add(key);
    return keys.size() - 1;
  }

  void declare(KeyDeclaration declaration) {
    for (int i = 0; i < keys.size(); i++) {
      Key key = keys.key(i);
      if (!written.get(i)) {
        declaration.read(key);
      } else if (needed.get(i)) {
        declaration.update(key);
      } else {
        declaration.write(key);
      }
    }
  }
}
