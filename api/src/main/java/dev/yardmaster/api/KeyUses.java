package dev.yardmaster.api;

import java.util.BitSet;

/**
 * Records for each key of a transaction whether the transaction needs the key's value, and whether
 * the transaction writes the key. A key that is only written causes fewer conflicts than a key that
 * is read. One thread fills the object. Afterwards the object does not change, and any thread may
 * read it.
 */
final class KeyUses {

  private final KeyList keys;
  private final BitSet needed;
  private final BitSet written;

  /** Creates an empty object. */
  KeyUses() {
    keys = new KeyList();
    needed = new BitSet();
    written = new BitSet();
  }

  /** Creates a copy. The copy does not change when the original changes. */
  KeyUses(KeyUses other) {
    keys = new KeyList(other.keys);
    needed = (BitSet) other.needed.clone();
    written = (BitSet) other.written.clone();
  }

  /** Records that the transaction needs the key's value. */
  void need(Key key) {
    needed.set(positionOf(key));
  }

  /** Records that the transaction writes the key. */
  void write(Key key) {
    written.set(positionOf(key));
  }

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
