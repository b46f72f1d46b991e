package dev.yardmaster.engine.durable;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.redo.RedoRecord;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The layout of a table's definition as a value in the log and in checkpoints. The key of this
 * value is {@link dev.yardmaster.api.Key#ofDefinition}. The value lists named text properties, so
 * that two definitions can be compared and shown property by property. Integers are big-endian.
 *
 * <pre>
 *   0         1            3
 *   +---------+------------+-----------------+
 *   | version | properties | properties ...  |      version: 1
 *   +---------+------------+-----------------+
 *
 *   property
 *   +-------------+------+-------------+------+
 *   | name length | name | text length | text |      lengths in bytes, texts in UTF-8
 *   +-------------+------+-------------+------+
 *   2                    4
 *
 *   keys          numbers | bytes
 *   order         hashed | ordered
 *   ranges        lowest, keys per range and count, separated by spaces
 *   partition by  the part of the key and its parameter
 *   columns       the number of columns | value
 *   column 0 ...  "number " or "bytes(40) ", and the column's name
 * </pre>
 *
 * <p>The expected number of records only sizes the index, so it is not part of the value.
 */
public final class DefinitionFormat {

  static final String COLUMN = "column ";
  private static final byte VERSION = 1;

  private DefinitionFormat() {}

  /** Returns the properties of a definition, in the order of the format. */
  static Map<String, String> properties(TableDefinition definition) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("keys", lower(definition.keys()));
    properties.put("order", lower(definition.order()));
    properties.put(
        "ranges",
        definition.ranges().lowest()
            + " "
            + definition.ranges().keysPerRange()
            + " "
            + definition.ranges().count());
    properties.put(
        "partition by",
        lower(definition.partitionBy().part()) + " " + definition.partitionBy().parameter());
    RowLayout layout = definition.layout();
    properties.put(
        "columns", layout.isValue() ? "value" : String.valueOf(layout.definition().size()));
    int number = 0;
    for (RowLayout.Column column : layout.definition()) {
      String kind = column.maxBytes() == 0 ? "number" : "bytes(" + column.maxBytes() + ")";
      properties.put(COLUMN + number++, kind + " " + column.name());
    }
    return properties;
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the definitions of tables as writes for the log. */
  public static RedoRecord record(List<Table> tables) {
    RedoRecord record = new RedoRecord();
    for (Table table : tables) {
      record.add(Key.ofDefinition(table.name()), encode(table.definition()));
    }
    return record;
  }

  static byte[] encode(TableDefinition definition) {
    Map<String, String> properties = properties(definition);
    int length = 1 + Short.BYTES;
    for (Map.Entry<String, String> property : properties.entrySet()) {
      length += Short.BYTES + utf8(property.getKey()).length;
      length += Integer.BYTES + utf8(property.getValue()).length;
    }
    ByteBuffer bytes = ByteBuffer.allocate(length).put(VERSION).putShort((short) properties.size());
    properties.forEach(
        (name, text) -> {
          bytes.putShort((short) utf8(name).length).put(utf8(name));
          bytes.putInt(utf8(text).length).put(utf8(text));
        });
    return bytes.array();
  }

  /**
   * Returns the properties of an encoded definition, in the order of the bytes.
   *
   * @throws IllegalArgumentException if the bytes are incomplete, or have a format version that
   *     this release cannot read
   */
  public static Map<String, String> decode(byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value);
    try {
      byte version = bytes.get();
      if (version != VERSION) {
        throw new IllegalArgumentException("unknown version of a definition: version=" + version);
      }
      Map<String, String> properties = new LinkedHashMap<>();
      for (int left = bytes.getShort(); left > 0; left--) {
        String name = text(bytes, bytes.getShort());
        properties.put(name, text(bytes, bytes.getInt()));
      }
      return properties;
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a definition is cut off: bytes=" + value.length, e);
    }
  }

  private static String text(ByteBuffer bytes, int length) {
    if (length < 0 || length > bytes.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] text = new byte[length];
    bytes.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
