package dev.yardmaster.proof.wirefuzz;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.WireFormat;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.Release;
import dev.yardmaster.wire.schema.Request;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages that a server must send for a client's bytes. The class derives the messages from
 * the rules of the protocol, without using the server's code. The server must answer each request
 * that precedes the first violation of the protocol. It must state the violation as the reason for
 * closing the connection.
 */
final class Expectation {

  /** The exception that is thrown at the first violation of the protocol. */
  private static final class Violation extends Exception {
    private static final long serialVersionUID = 1L;

    Violation(String what) {
      super(what);
    }
  }

  private final List<Long> requestIds = new ArrayList<>();
  private boolean greeted;
  private boolean saidGoodbye;
  private String violation;
  private int frames;
  private int requestsOfFrame;
  private boolean mayAnswer;
  private boolean asksTooMuchAtOnce;

  private Expectation() {}

  /** Returns the messages that a server must send for these bytes. */
  static Expectation of(byte[] stream) {
    Expectation expectation = new Expectation();
    try {
      expectation.read(stream);
    } catch (Violation found) {
      expectation.violation = found.getMessage();
    } catch (IOException malformed) {
      expectation.violation = "malformed: " + malformed.getMessage();
    }
    return expectation;
  }

  private void read(byte[] stream) throws IOException, Violation {
    ByteBuffer rest = ByteBuffer.wrap(stream);
    while (rest.remaining() >= WireProtocol.LENGTH_BYTES) {
      long length = Integer.toUnsignedLong(rest.getInt());
      if (length > (greeted ? FuzzLimits.MAX_FRAME_BYTES : WireProtocol.MAX_HELLO_BYTES)) {
        throw new Violation("a frame is too long");
      }
      if (length > rest.remaining()) {
        return;
      }
      readFrame(CodedInputStream.newInstance(stream, rest.position(), (int) length));
      rest.position(rest.position() + (int) length);
    }
  }

  private void readFrame(CodedInputStream frame) throws IOException, Violation {
    frames++;
    requestsOfFrame = 0;
    int tag;
    while ((tag = frame.readTag()) != 0) {
      int field = WireFormat.getTagFieldNumber(tag);
      if (!greeted && field != ClientFrame.HELLO_FIELD_NUMBER) {
        throw new Violation("a message comes before hello");
      }
      switch (field) {
        case ClientFrame.HELLO_FIELD_NUMBER -> {
          expect(WireFormat.WIRETYPE_LENGTH_DELIMITED, tag);
          greet(frame.readMessage(Hello.parser(), ExtensionRegistryLite.getEmptyRegistry()));
        }
        case ClientFrame.REQUESTS_FIELD_NUMBER -> {
          expect(WireFormat.WIRETYPE_LENGTH_DELIMITED, tag);
          take(frame.readMessage(Request.parser(), ExtensionRegistryLite.getEmptyRegistry()));
        }
        case ClientFrame.PING_FIELD_NUMBER -> {
          expect(WireFormat.WIRETYPE_VARINT, tag);
          frame.readUInt64();
        }
        case ClientFrame.GOODBYE_FIELD_NUMBER -> {
          expect(WireFormat.WIRETYPE_VARINT, tag);
          saidGoodbye |= frame.readUInt64() != 0;
        }
        case ClientFrame.RELEASES_FIELD_NUMBER -> {
          expect(WireFormat.WIRETYPE_LENGTH_DELIMITED, tag);
          frame.readMessage(Release.parser(), ExtensionRegistryLite.getEmptyRegistry());
        }
        default -> {
          if (!frame.skipField(tag)) {
            throw new Violation("a group ends that did not begin");
          }
        }
      }
    }
  }

  private static void expect(int wireType, int tag) throws Violation {
    if (WireFormat.getTagWireType(tag) != wireType) {
      throw new Violation("a field is not of its type");
    }
  }

  private void greet(Hello hello) throws Violation {
    if (greeted) {
      throw new Violation("hello comes twice");
    }
    if (Integer.compareUnsigned(hello.getOldestVersion(), WireProtocol.VERSION) > 0
        || Integer.compareUnsigned(hello.getNewestVersion(), WireProtocol.VERSION) < 0) {
      throw new Violation("no version in common");
    }
    if (!FuzzLimits.isKnown(hello.getToken())) {
      throw new Violation("a token that is not known");
    }
    greeted = true;
  }

  private void take(Request request) throws Violation {
    if (request.getRequestId() == 0) {
      throw new Violation("a request has no id");
    }
    if (saidGoodbye) {
      throw new Violation("a request after goodbye");
    }
    requestIds.add(request.getRequestId());
    asksTooMuchAtOnce |= asksTooMuch() && !mayAnswer;
    requestsOfFrame++;
    // The server accepts all requests of the first frame without sending answers in between.
    mayAnswer |= frames > 1 && requestsOfFrame == FuzzLimits.REQUESTS_PER_TURN;
  }

  /**
   * Returns the ids of all requests that must be answered. If several requests have the same id,
   * the result contains the id several times.
   */
  List<Long> requestIds() {
    return requestIds;
  }

  boolean greeted() {
    return greeted;
  }

  boolean saidGoodbye() {
    return saidGoodbye;
  }

  /** Returns the first violation of the protocol; null if there is none. */
  String violation() {
    return violation;
  }

  /** Returns whether a server may disconnect the client for sending too many requests. */
  boolean asksTooMuch() {
    return requestIds.size() > 2 * FuzzLimits.MAX_IN_FLIGHT;
  }

  /**
   * Returns whether a server must disconnect the client for too many unanswered requests, if all
   * bytes arrive at the same time. When a server has accepted the maximum number of requests for
   * one turn (a run of its connection code), it may answer requests before it reads further
   * requests.
   */
  boolean asksTooMuchAtOnce() {
    return asksTooMuchAtOnce;
  }
}
