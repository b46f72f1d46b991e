package dev.yardmaster.play.text;

import dev.yardmaster.api.Key;

/**
 * The form of keys at the prompt: {@code TABLE/ID}, or {@code ID} alone for the table {@value
 * #TABLE}. If the id has the form of a whole number, it is a number; otherwise it is a text.
 */
public final class KeyText {

  /** The table of a key without a table. */
  public static final String TABLE = "play";

  private static final String NUMBER = "-?[0-9]{1,18}";

  private KeyText() {}

  /**
   * Returns the key that a text names.
   *
   * @throws dev.yardmaster.api.YardmasterException {@link dev.yardmaster.api.ErrorCode#BAD_KEY} if
   *     the table or the id is empty or over its limit
   */
  public static Key parse(String text) {
    int slash = text.indexOf('/');
    String table = slash < 0 ? TABLE : text.substring(0, slash);
    String id = text.substring(slash + 1);
    return id.matches(NUMBER) ? Key.of(table, Long.parseLong(id)) : Key.of(table, id);
  }

  /** Returns the text of a key; {@link #parse} accepts it unless the id is a byte string. */
  public static String of(Key key) {
    String text = key.toString();
    String id = text.substring(key.table().length() + 1);
    if (key.kind() == Key.Kind.TEXT) {
      id = id.substring(1, id.length() - 1);
    }
    return key.table().equals(TABLE) ? id : key.table() + '/' + id;
  }
}
