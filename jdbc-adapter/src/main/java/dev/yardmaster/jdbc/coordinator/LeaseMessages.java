package dev.yardmaster.jdbc.coordinator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The messages of the server's protocol that concern leases, encoded in Protocol Buffers. A frame
 * consists of a length of 4 bytes, most significant byte first, and a message: a {@code
 * ClientFrame} if it goes to the server, a {@code ServerFrame} if it goes to the client. Unknown
 * fields are skipped. The class is stateless.
 */
final class LeaseMessages {
  static final int LENGTH_BYTES = 4;

  private static final int VERSION = 1;

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int DELIMITED = 2;
  private static final int FIXED32 = 5;
  private static final int MAX_VARINT_BYTES = 10;

  // Fields of ClientFrame and ServerFrame.
  private static final int HELLO = 1;
  private static final int REQUESTS = 2;
  private static final int RELEASES = 5;
  private static final int WELCOME = 1;
  private static final int RESPONSES = 2;
  private static final int CLOSING = 4;

  // Fields of Request, Lease and Response.
  private static final int LEASE = 6;
  private static final int WRITTEN = 1;
  private static final int READ = 2;
  private static final int HOLD_MS = 3;
  private static final int AT_ONCE = 4;
  private static final int LEASED = 11;

  /** Receives the messages of a frame. */
  interface Receiver {
    /** The server has accepted the client. */
    void welcome();

    /** The lease of a request is granted. */
    void leased(long requestId, boolean waited);

    /** A request is refused with an error's code. */
    void refused(long requestId, String code);

    /** The server ends the connection. */
    void closing(String code, String reason);
  }

  private LeaseMessages() {}

  /** Returns the first frame of a connection. */
  static byte[] hello(String token) {
    ByteArrayOutputStream hello = new ByteArrayOutputStream();
    number(hello, 1, VERSION);
    number(hello, 2, VERSION);
    delimited(hello, 3, "yardmaster-jdbc".getBytes(StandardCharsets.UTF_8));
    if (!token.isEmpty()) {
      delimited(hello, 4, token.getBytes(StandardCharsets.UTF_8));
    }
    return frame(HELLO, hello);
  }

  /**
   * Returns a frame with a request for a lease.
   *
   * @param atOnce whether the lease is granted at once, because the transaction already uses the
   *     rows
   */
  static byte[] request(long requestId, long[] written, long[] read, int holdMs, boolean atOnce) {
    ByteArrayOutputStream lease = new ByteArrayOutputStream();
    rows(lease, WRITTEN, written);
    rows(lease, READ, read);
    number(lease, HOLD_MS, holdMs);
    if (atOnce) {
      number(lease, AT_ONCE, 1);
    }
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    number(request, 1, requestId);
    delimited(request, LEASE, lease.toByteArray());
    return frame(REQUESTS, request);
  }

  /** Returns a frame that ends a lease or withdraws its request. */
  static byte[] release(long requestId) {
    ByteArrayOutputStream release = new ByteArrayOutputStream();
    number(release, 1, requestId);
    return frame(RELEASES, release);
  }

  private static byte[] frame(int field, ByteArrayOutputStream message) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    delimited(content, field, message.toByteArray());
    return ByteBuffer.allocate(LENGTH_BYTES + content.size())
        .putInt(content.size())
        .put(content.toByteArray())
        .array();
  }

  private static void rows(ByteArrayOutputStream out, int field, long[] rows) {
    if (rows.length > 0) {
      ByteBuffer packed =
          ByteBuffer.allocate(Long.BYTES * rows.length).order(ByteOrder.LITTLE_ENDIAN);
      for (long row : rows) {
        packed.putLong(row);
      }
      delimited(out, field, packed.array());
    }
  }

  private static void number(ByteArrayOutputStream out, int field, long value) {
    varint(out, (long) field << 3 | VARINT);
    varint(out, value);
  }

  private static void delimited(ByteArrayOutputStream out, int field, byte[] content) {
    varint(out, (long) field << 3 | DELIMITED);
    varint(out, content.length);
    out.writeBytes(content);
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /**
   * Reads a frame of the server, without its length.
   *
   * @throws IOException if the frame is malformed
   */
  static void read(ByteBuffer frame, Receiver receiver) throws IOException {
    while (frame.hasRemaining()) {
      long tag = readVarint(frame);
      switch ((int) (tag >>> 3)) {
        case WELCOME -> {
          skip(frame, tag);
          receiver.welcome();
        }
        case RESPONSES -> readResponse(content(frame, tag), receiver);
        case CLOSING -> {
          ByteBuffer closing = content(frame, tag);
          receiver.closing(text(closing.duplicate(), 1), text(closing, 2));
        }
        default -> skip(frame, tag);
      }
    }
  }

  private static void readResponse(ByteBuffer response, Receiver receiver) throws IOException {
    long requestId = 0;
    boolean isLeased = false;
    boolean waited = false;
    String code = "";
    while (response.hasRemaining()) {
      long tag = readVarint(response);
      int field = (int) (tag >>> 3);
      if (field == 1 && wireType(tag) == VARINT) {
        requestId = readVarint(response);
      } else if (field == LEASED) {
        isLeased = true;
        waited = firstNumber(content(response, tag)) != 0;
      } else if (wireType(tag) == DELIMITED) {
        // Any other response to a request for a lease is an Error.
        code = text(content(response, tag), 1);
      } else {
        skip(response, tag);
      }
    }
    if (isLeased) {
      receiver.leased(requestId, waited);
    } else {
      receiver.refused(requestId, code);
    }
  }

  /** Returns the number in field 1; 0 if the field is absent. */
  private static long firstNumber(ByteBuffer message) throws IOException {
    long number = 0;
    while (message.hasRemaining()) {
      long tag = readVarint(message);
      if (tag == (1L << 3 | VARINT)) {
        number = readVarint(message);
      } else {
        skip(message, tag);
      }
    }
    return number;
  }

  /** Returns the text in a field; empty if the field is absent. */
  private static String text(ByteBuffer message, int field) throws IOException {
    String text = "";
    while (message.hasRemaining()) {
      long tag = readVarint(message);
      if (tag == ((long) field << 3 | DELIMITED)) {
        text = StandardCharsets.UTF_8.decode(content(message, tag)).toString();
      } else {
        skip(message, tag);
      }
    }
    return text;
  }

  private static int wireType(long tag) {
    return (int) (tag & 7);
  }

  /** Returns the content of a field, and moves to the position after it. */
  private static ByteBuffer content(ByteBuffer in, long tag) throws IOException {
    if (wireType(tag) != DELIMITED) {
      throw new IOException("a field is not of its type: tag=" + tag);
    }
    long length = readVarint(in);
    if (length < 0 || length > in.remaining()) {
      throw new IOException("a field is longer than its message: length=" + length);
    }
    ByteBuffer content = in.slice(in.position(), (int) length);
    in.position(in.position() + (int) length);
    return content;
  }

  private static void skip(ByteBuffer in, long tag) throws IOException {
    switch (wireType(tag)) {
      case VARINT -> readVarint(in);
      case FIXED64 -> skipBytes(in, Long.BYTES);
      case FIXED32 -> skipBytes(in, Integer.BYTES);
      case DELIMITED -> content(in, tag);
      default -> throw new IOException("a field has an unknown type: tag=" + tag);
    }
  }

  private static void skipBytes(ByteBuffer in, int count) throws IOException {
    if (in.remaining() < count) {
      throw new IOException("a field is longer than its message: length=" + count);
    }
    in.position(in.position() + count);
  }

  private static long readVarint(ByteBuffer in) throws IOException {
    long value = 0;
    for (int i = 0; i < MAX_VARINT_BYTES && in.hasRemaining(); i++) {
      byte next = in.get();
      value |= (next & 0x7FL) << (7 * i);
      if (next >= 0) {
        return value;
      }
    }
    throw new IOException("a number has no end");
  }
}
