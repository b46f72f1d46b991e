package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.protocol.Access;
import java.util.IdentityHashMap;

/**
 * The content of the rows when a transaction read them, before the transaction changed its copies.
 * Only histories use this class.
 */
final class ReadImages {

  private final IdentityHashMap<Access, byte[]> images = new IdentityHashMap<>();

  void keep(Access access) {
    if (access.wasPresent()) {
      images.put(access, access.image());
    }
  }

  /** Stores the row of an access that does not store the row itself. */
  void keep(Access access, byte[] image) {
    images.put(access, image);
  }

  /** Returns the content of the row when it was read, or null if the row was absent. */
  byte[] of(Access access) {
    return images.get(access);
  }

  void clear() {
    images.clear();
  }
}
