package dev.yardmaster.api;

import org.jspecify.annotations.Nullable;

/**
 * A transaction that can return values without copying them. The service's own logic uses this
 * interface for values that it only reads.
 */
public interface SharedValues {

  /**
   * Returns the value that {@link Transaction#get} returns, without a copy. The array must not be
   * changed, because the store also uses it.
   */
  byte @Nullable [] shared(Key key);
}
