package dev.yardmaster.api;

/**
 * Takes the keys and scans that a {@link Procedure} declares. Declaring a key twice is the same as
 * once.
 */
public interface KeyDeclaration {

  /** The procedure will read this key. */
  void read(Key key);

  /** The procedure may write this key, without having to read it. */
  void write(Key key);

  /** The procedure will scan this: the same range, with the same limit. */
  void scan(Scan scan);

  /** The procedure will read this key and may write it. */
  default void update(Key key) {
    read(key);
    write(key);
  }
}
