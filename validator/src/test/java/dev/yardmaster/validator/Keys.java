package dev.yardmaster.validator;

import dev.yardmaster.api.Key;

/** Creates keys of one table. */
final class Keys {

  private static final String TABLE = "t";

  private Keys() {}

  static Key key(long id) {
    return Key.of(TABLE, id);
  }

  static Key key(String id) {
    return Key.of(TABLE, id);
  }
}
