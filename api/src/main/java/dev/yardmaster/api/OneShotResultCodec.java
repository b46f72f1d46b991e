package dev.yardmaster.api;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the result of a one-shot transaction: the keys that it read, with their values. Because
 * the keys are part of the encoding, a result can be decoded without the transaction.
 *
 * <pre>
 *   count: 2 bytes, then for each key
 *   | table: length 2, UTF-8 | kind: 1 | id: 8 bytes, or length 2 and bytes | length 4 | value |
 * </pre>
 *
 * <p>A key without a value has the length -1. Numbers are big-endian.
 */
final class OneShotResultCodec implements ValueCodec<OneShot.Result> {

  static final OneShotResultCodec INSTANCE = new OneShotResultCodec();

  private static final int NO_VALUE = -1;
  private static final Key.Kind[] KINDS = Key.Kind.values();

  private OneShotResultCodec() {}

  @Override
  public byte[] encode(OneShot.Result result) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      out.writeShort(result.keys().size());
      for (int i = 0; i < result.keys().size(); i++) {
        writeKey(result.keys().key(i), out);
        byte[] value = result.values()[i];
        out.writeInt(value == null ? NO_VALUE : value.length);
        if (value != null) {
          out.write(value);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to an array cannot fail", e);
    }
    return bytes.toByteArray();
  }

  private static void writeKey(Key key, DataOutputStream out) throws IOException {
    byte[] table = key.table().getBytes(StandardCharsets.UTF_8);
    out.writeShort(table.length);
    out.write(table);
    out.writeByte(key.kind().ordinal());
    if (key.kind() == Key.Kind.NUMBER) {
      out.writeLong(key.number());
      return;
    }
    out.writeShort(key.idLength());
    for (int i = 0; i < key.idLength(); i++) {
      out.writeByte(key.idByte(i));
    }
  }

  @Override
  public OneShot.Result decode(byte[] bytes) {
    return KeptBytes.decode(bytes, OneShotResultCodec::read);
  }

  private static OneShot.Result read(ByteBuffer from) {
    int count = KeptBytes.count(from, from.getShort());
    KeyList keys = new KeyList();
    byte[] @Nullable [] values = new byte[count][];
    for (int i = 0; i < count; i++) {
      keys.add(readKey(from));
      int length = from.getInt();
      values[i] = length == NO_VALUE ? null : KeptBytes.bytes(from, length);
    }
    return new OneShot.Result(keys, values);
  }

  private static Key readKey(ByteBuffer from) {
    String table = text(from);
    byte kind = from.get();
    if (kind < 0 || kind >= KINDS.length) {
      throw KeptBytes.damaged("unknown kind of key", "kind", kind);
    }
    try {
      return switch (KINDS[kind]) {
        case NUMBER -> Key.of(table, from.getLong());
        case TEXT -> Key.of(table, text(from));
        case BYTES -> Key.of(table, KeptBytes.bytes(from, from.getShort()));
      };
    } catch (YardmasterException badKey) {
      throw KeptBytes.damaged("a key is invalid", "table", table);
    }
  }

  private static String text(ByteBuffer from) {
    return new String(KeptBytes.bytes(from, from.getShort()), StandardCharsets.UTF_8);
  }
}
