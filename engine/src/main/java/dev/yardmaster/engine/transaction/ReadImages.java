package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.protocol.Access;
import java.util.IdentityHashMap;

/** The rows as a transaction read them, before it changed its copies; used only for histories. */
final class ReadImages {

  private final IdentityHashMap<Access, byte[]> images = new IdentityHashMap<>();

  void keep(Access access) {
    if (access.wasPresent()) {
      images.put(access, access.image());
    }
  }

  /** Keeps the row of an access that does not hold the row itself. */
  void keep(Access access, byte[] image) {
    images.put(access, image);
  }

  /** Returns the row as it was read, or null if it was absent. */
  byte[] of(Access access) {
    return images.get(access);
  }

  void clear() {
    images.clear();
  }
}
