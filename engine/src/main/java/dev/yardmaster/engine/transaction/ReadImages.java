package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.protocol.Access;
import java.util.IdentityHashMap;
import org.jspecify.annotations.NullUnmarked;

/**
 * The contents of rows at the time when a transaction read them, before it changed its copies. Used
 * only to record histories.
 */
@NullUnmarked // Internal: fields and results may be null.
final class ReadImages {

  private final IdentityHashMap<Access, byte[]> images = new IdentityHashMap<>();

  void keep(Access access) {
    if (access.wasPresent()) {
      images.put(access, access.image());
    }
  }

  /** Stores the content of a row for an access that contains no copy of the row. */
  void keep(Access access, byte[] image) {
    images.put(access, image);
  }

  /** Returns the content of the row at the time when it was read; null if the row was absent. */
  byte[] of(Access access) {
    return images.get(access);
  }

  void clear() {
    images.clear();
  }
}
