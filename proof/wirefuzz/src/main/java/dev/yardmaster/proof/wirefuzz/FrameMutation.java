package dev.yardmaster.proof.wirefuzz;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Corrupts the structure of a message: a tag, a length, a number, a text, a field's type, or a
 * whole field. The class also corrupts nested messages, and corrects the lengths of the messages
 * around them.
 */
final class FrameMutation {

  private static final int WIRE_TYPES = 8;
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH_DELIMITED = 2;
  private static final int GROUP = 3;
  private static final int GROUP_END = 4;
  private static final int FIXED32 = 5;

  /** The depth of nested groups. Every decoder rejects this depth. */
  private static final int DEEPEST = 300;

  /** A field of a message: its tag, and its content without tag and length. */
  private record Field(int begin, int content, int end, long tag) {

    int wireType() {
      return (int) (tag & 7);
    }
  }

  private final SplittableRandom random;

  FrameMutation(SplittableRandom random) {
    this.random = random;
  }

  /** Returns a corrupted copy of a message. */
  byte[] mutate(byte[] message) {
    List<Field> fields = fields(message);
    if (fields.isEmpty()) {
      return spliced(message, 0, 0, oddField());
    }
    Field field = fields.get(random.nextInt(fields.size()));
    boolean hasContent = field.wireType() == LENGTH_DELIMITED && field.end() > field.content();
    if (hasContent && random.nextInt(4) > 0) {
      byte[] content = copy(message, field.content(), field.end());
      return spliced(
          message,
          field.begin(),
          field.end(),
          delimited(field.tag(), fields(content).isEmpty() ? text(content) : mutate(content)));
    }
    return spoil(message, field);
  }

  private byte[] spoil(byte[] message, Field field) {
    byte[] whole = copy(message, field.begin(), field.end());
    byte[] content = copy(message, field.content(), field.end());
    return switch (random.nextInt(8)) {
      // Replaces the wire type, and keeps the content.
      case 0 ->
          spliced(
              message,
              field.begin(),
              field.content(),
              varint((field.tag() & ~7L) | random.nextInt(WIRE_TYPES)));
      // Replaces the field number.
      case 1 ->
          spliced(message, field.begin(), field.content(), varint((odd() << 3) | field.wireType()));
      // Repeats the field.
      case 2 -> spliced(message, field.end(), field.end(), whole);
      case 3 -> spliced(message, field.begin(), field.end(), new byte[0]);
      // Inserts another field before this field.
      case 4 -> spliced(message, field.begin(), field.begin(), oddField());
      // Replaces the length by a wrong length.
      case 5 -> spliced(message, field.begin(), field.end(), lying(field.tag(), content));
      // Cuts the message off within the field.
      case 6 -> copy(message, 0, field.begin() + random.nextInt(whole.length + 1));
      default -> spliced(message, field.begin(), field.end(), oddContent(field));
    };
  }

  private byte[] oddContent(Field field) {
    return switch (field.wireType()) {
      case VARINT -> concat(varint(field.tag()), varint(odd()));
      case FIXED64 -> concat(varint(field.tag()), bytes(8));
      case FIXED32 -> concat(varint(field.tag()), bytes(4));
      default -> delimited(field.tag(), bytes(random.nextInt(40)));
    };
  }

  /** Draws a field that no message of the protocol has, or a group, or nested groups. */
  private byte[] oddField() {
    long number = 1L + random.nextInt(40);
    return switch (random.nextInt(6)) {
      case 0 -> concat(varint((number << 3) | VARINT), varint(odd()));
      case 1 -> delimited((number << 3) | LENGTH_DELIMITED, bytes(random.nextInt(20)));
      case 2 -> varint((number << 3) | GROUP_END);
      case 3 -> varint((number << 3) | GROUP);
      case 4 -> nested(number, 1 + random.nextInt(DEEPEST));
      default -> new byte[] {(byte) 0x80, (byte) 0x80, (byte) 0x80, 0};
    };
  }

  private static byte[] nested(long number, int depth) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < 2 * depth; i++) {
      out.writeBytes(varint((number << 3) | (i < depth ? GROUP : GROUP_END)));
    }
    return out.toByteArray();
  }

  /** Draws invalid UTF-8, other bytes, or a text that is longer than any limit. */
  private byte[] text(byte[] content) {
    byte[] changed = content.clone();
    return switch (random.nextInt(4)) {
      case 0 -> {
        changed[random.nextInt(changed.length)] = (byte) 0xFF;
        yield changed;
      }
      case 1 -> new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80};
      case 2 -> bytes(random.nextInt(64) == 0 ? 20_000 : random.nextInt(300));
      default -> copy(content, 0, random.nextInt(content.length + 1));
    };
  }

  private byte[] lying(long tag, byte[] content) {
    long length = random.nextBoolean() ? odd() : content.length + random.nextInt(5) - 2L;
    return concat(concat(varint(tag), varint(length)), content);
  }

  private long odd() {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> -1;
      case 2 -> Integer.MAX_VALUE;
      case 3 -> Integer.MIN_VALUE;
      case 4 -> 0xFFFF_FFFFL;
      case 5 -> Long.MIN_VALUE;
      case 6 -> random.nextLong();
      default -> random.nextInt(40);
    };
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /**
   * Returns the fields of a message, up to the first byte that does not belong to a valid field.
   */
  private static List<Field> fields(byte[] message) {
    List<Field> fields = new ArrayList<>();
    int at = 0;
    while (at < message.length) {
      int begin = at;
      int afterTag = afterVarint(message, at);
      if (afterTag < 0) {
        return List.of();
      }
      long tag = readVarint(message, at);
      int content = afterTag;
      long end;
      switch ((int) (tag & 7)) {
        case VARINT -> end = afterVarint(message, afterTag);
        case FIXED64 -> end = afterTag + 8L;
        case FIXED32 -> end = afterTag + 4L;
        case LENGTH_DELIMITED -> {
          content = afterVarint(message, afterTag);
          end = content < 0 ? -1 : content + readVarint(message, afterTag);
        }
        default -> end = -1;
      }
      if (tag >>> 3 == 0 || content < 0 || end < content || end > message.length) {
        return List.of();
      }
      at = (int) end;
      fields.add(new Field(begin, content, at, tag));
    }
    return fields;
  }

  private static int afterVarint(byte[] bytes, int at) {
    for (int i = at; i < bytes.length && i < at + 10; i++) {
      if (bytes[i] >= 0) {
        return i + 1;
      }
    }
    return -1;
  }

  private static long readVarint(byte[] bytes, int at) {
    long value = 0;
    int shift = 0;
    for (int i = at; ; i++, shift += 7) {
      value |= (bytes[i] & 0x7FL) << shift;
      if (bytes[i] >= 0) {
        return value;
      }
    }
  }

  private static byte[] varint(long value) {
    byte[] bytes = new byte[CodedOutputStream.computeUInt64SizeNoTag(value)];
    try {
      CodedOutputStream.newInstance(bytes).writeUInt64NoTag(value);
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail", e);
    }
    return bytes;
  }

  private static byte[] delimited(long tag, byte[] content) {
    return concat(concat(varint(tag), varint(content.length)), content);
  }

  private static byte[] concat(byte[] a, byte[] b) {
    return ByteBuffer.allocate(a.length + b.length).put(a).put(b).array();
  }

  private static byte[] copy(byte[] bytes, int begin, int end) {
    return Arrays.copyOfRange(bytes, begin, end);
  }

  private static byte[] spliced(byte[] bytes, int begin, int end, byte[] instead) {
    return ByteBuffer.allocate(bytes.length - (end - begin) + instead.length)
        .put(bytes, 0, begin)
        .put(instead)
        .put(bytes, end, bytes.length - end)
        .array();
  }
}
