package dev.yardmaster.api;

/**
 * Receives the keys and scans that a {@link Procedure} declares; if a key is declared twice, the
 * second declaration has no effect.
 */
public interface KeyDeclaration {

  /** Declares that the procedure reads this key. */
  void read(Key key);

  /**
   * Declares that the procedure may write this key. The declaration alone does not allow the
   * procedure to read the key.
   */
  void write(Key key);

  /** Declares that the procedure scans this range with this limit. */
  void scan(Scan scan);

  /** Declares that the procedure reads this key and may write it. */
  default void update(Key key) {
    read(key);
    write(key);
  }
}
