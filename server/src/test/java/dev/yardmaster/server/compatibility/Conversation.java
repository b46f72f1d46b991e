package dev.yardmaster.server.compatibility;

import com.google.protobuf.ByteString;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The frames of a conversation between clients and a server, in their order. A part is one
 * connection; the connections follow one another, so one server sees all of them.
 *
 * <p>In the file, {@code connection NAME} begins a part, {@code >} is a frame to the server, {@code
 * <} is a frame to the client, {@code =} is an outcome that the client's caller got, and {@code
 * drain} is the moment at which the server begins to drain. Frames are hexadecimal, with their
 * length.
 */
record Conversation(List<Part> parts) {

  /** One connection. */
  record Part(String name, List<Event> events) {

    /** Returns the outcomes that the client's caller got. */
    List<String> outcomes() {
      return events.stream()
          .filter(OutcomeText.class::isInstance)
          .map(event -> ((OutcomeText) event).text())
          .toList();
    }
  }

  /** A line of a part. */
  sealed interface Event {}

  /** A frame to the server, with its length. */
  record ToServer(ByteString bytes) implements Event {

    static ToServer of(byte[] frame) {
      return new ToServer(ByteString.copyFrom(frame));
    }

    byte[] frame() {
      return bytes.toByteArray();
    }
  }

  /** A frame to the client, with its length. */
  record ToClient(ByteString bytes) implements Event {

    static ToClient of(byte[] frame) {
      return new ToClient(ByteString.copyFrom(frame));
    }

    byte[] frame() {
      return bytes.toByteArray();
    }
  }

  /** An outcome that the client's caller got. */
  record OutcomeText(String text) implements Event {}

  /** The server begins to drain. */
  record Drain() implements Event {}

  /** The name of the part in which the client is the SDK. */
  static final String SDK = "the SDK";

  private static final String CONNECTION = "connection ";
  private static final String DRAIN = "drain";
  private static final String TO_SERVER = "> ";
  private static final String TO_CLIENT = "< ";
  private static final String OUTCOME = "= ";

  static Conversation read(Path file) throws IOException {
    List<Part> parts = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(CONNECTION)) {
        parts.add(new Part(line.substring(CONNECTION.length()), new ArrayList<>()));
      } else {
        parts.get(parts.size() - 1).events().add(event(line));
      }
    }
    return new Conversation(parts);
  }

  private static Event event(String line) {
    if (line.equals(DRAIN)) {
      return new Drain();
    }
    String rest = line.substring(2);
    return switch (line.substring(0, 2)) {
      case TO_SERVER -> ToServer.of(HexFormat.of().parseHex(rest));
      case TO_CLIENT -> ToClient.of(HexFormat.of().parseHex(rest));
      case OUTCOME -> new OutcomeText(rest);
      default -> throw new IllegalArgumentException("not a line of a conversation: " + line);
    };
  }

  void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Part part : parts) {
      lines.add(CONNECTION + part.name());
      part.events().forEach(event -> lines.add(line(event)));
    }
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
  }

  private static String line(Event event) {
    if (event instanceof ToServer sent) {
      return TO_SERVER + HexFormat.of().formatHex(sent.frame());
    } else if (event instanceof ToClient answered) {
      return TO_CLIENT + HexFormat.of().formatHex(answered.frame());
    } else if (event instanceof OutcomeText outcome) {
      return OUTCOME + outcome.text();
    }
    return DRAIN;
  }

  /** Reads a frame with its length; returns null at the end of the connection. */
  static byte[] readFrame(DataInputStream in) throws IOException {
    int lengthBytes;
    try {
      lengthBytes = in.readInt();
    } catch (EOFException end) {
      return null;
    }
    byte[] message = new byte[lengthBytes];
    in.readFully(message);
    return framed(message);
  }

  /** Returns a message with its length before it. */
  static byte[] framed(byte[] message) {
    return ByteBuffer.allocate(Integer.BYTES + message.length)
        .putInt(message.length)
        .put(message)
        .array();
  }

  /** Returns the message of a frame. */
  static ByteBuffer message(byte[] frame) {
    return ByteBuffer.wrap(frame, Integer.BYTES, frame.length - Integer.BYTES);
  }
}
