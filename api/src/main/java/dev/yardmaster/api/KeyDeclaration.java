package dev.yardmaster.api;

/**
 * Receives the keys and scans that a {@link Procedure} declares. A second declaration of a key has
 * no effect.
 */
public interface KeyDeclaration {

  /** Declares that the procedure reads this key. */
  void read(Key key);

  /** Declares that the procedure may write this key. The declaration does not include a read. */
  void write(Key key);

  /** Declares that the procedure scans this range with this limit. */
  void scan(Scan scan);

  /** Declares that the procedure reads this key and may write it. */
  default void update(Key key) {
    read(key);
    write(key);
  }
}
