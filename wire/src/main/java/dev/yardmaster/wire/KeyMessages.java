package dev.yardmaster.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.schema.Value;
import java.util.ArrayList;
import java.util.List;

/** Converts keys and values to messages and back. */
public final class KeyMessages {

  private static final Value NO_VALUE = Value.getDefaultInstance();

  private KeyMessages() {}

  /** Converts a key to a message. */
  public static dev.yardmaster.wire.schema.Key of(Key key) {
    var message = dev.yardmaster.wire.schema.Key.newBuilder().setTable(key.table());
    switch (key.kind()) {
      case NUMBER -> message.setNumber(key.number());
      case TEXT -> message.setTextBytes(idOf(key));
      case BYTES -> message.setBytes(idOf(key));
    }
    return message.build();
  }

  /** Returns the bytes of a key whose id is not a number. */
  static ByteString idOf(Key key) {
    byte[] id = new byte[key.idLength()];
    for (int i = 0; i < id.length; i++) {
      id[i] = key.idByte(i);
    }
    return UnsafeByteOperations.unsafeWrap(id);
  }

  /**
   * Converts a message to a key.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the message is not a valid key
   */
  public static Key read(dev.yardmaster.wire.schema.Key message) {
    return switch (message.getIdCase()) {
      case NUMBER -> Key.of(message.getTable(), message.getNumber());
      case TEXT -> Key.of(message.getTable(), message.getText());
      // A conflict report may contain a reserved key, so this method accepts one. Logic cannot use
      // a reserved key even if this method returned the key.
      case BYTES -> Key.restored(message.getTable(), ReceivedBytes.of(message.getBytes()));
      case ID_NOT_SET ->
          throw new YardmasterException(
              ErrorCode.BAD_KEY, "a key must have an id", "table", message.getTable());
    };
  }

  /** Converts messages to keys. Throws the same exceptions as {@link #read}. */
  public static List<Key> readAll(List<dev.yardmaster.wire.schema.Key> messages) {
    List<Key> keys = new ArrayList<>(messages.size());
    for (dev.yardmaster.wire.schema.Key message : messages) {
      keys.add(read(message));
    }
    return keys;
  }

  /**
   * Converts a value to a message. Null means that the key has no value. The array must not be
   * changed after this call, because the message uses the array.
   */
  public static Value ofValue(byte[] value) {
    return value == null
        ? NO_VALUE
        : Value.newBuilder().setValue(UnsafeByteOperations.unsafeWrap(value)).build();
  }

  /** Converts messages to values. A message without a value becomes null. */
  public static byte[][] readValues(List<Value> messages) {
    byte[][] values = new byte[messages.size()][];
    for (int i = 0; i < values.length; i++) {
      Value message = messages.get(i);
      values[i] = message.hasValue() ? ReceivedBytes.of(message.getValue()) : null;
    }
    return values;
  }
}
