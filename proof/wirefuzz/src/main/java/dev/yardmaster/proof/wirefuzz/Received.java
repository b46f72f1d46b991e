package dev.yardmaster.proof.wirefuzz;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.Closing;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The messages that a server has sent to one client. The messages are checked when they arrive. */
final class Received {

  private final ByteArrayOutputStream unread = new ByteArrayOutputStream();
  private final List<Response> responses = new ArrayList<>();
  private int welcomes;
  private long lengthBytes;
  private Closing closing;

  /** Adds received bytes and checks the messages in them. */
  void add(byte[] bytes) throws IOException {
    lengthBytes += bytes.length;
    unread.writeBytes(bytes);
    ByteBuffer rest = ByteBuffer.wrap(unread.toByteArray());
    while (rest.remaining() >= WireProtocol.LENGTH_BYTES
        && rest.getInt(rest.position()) <= rest.remaining() - WireProtocol.LENGTH_BYTES) {
      byte[] frame = new byte[rest.getInt()];
      rest.get(frame);
      read(ServerFrame.parseFrom(frame));
    }
    unread.reset();
    unread.write(rest.array(), rest.position(), rest.remaining());
  }

  private void read(ServerFrame frame) {
    if (frame.hasWelcome()) {
      welcomes++;
    }
    responses.addAll(frame.getResponsesList());
    if (frame.hasClosing()) {
      FuzzFailure.unless(closing == null, "the server states twice why it closes the connection");
      closing = frame.getClosing();
      FuzzFailure.unless(
          ErrorMessages.codeOf(closing.getCode()) != null && !closing.getReason().isBlank(),
          () -> "the connection is closed without a reason: " + closing);
    }
  }

  /** Returns whether the server has stated why it closes the connection. */
  boolean isSentAway() {
    return closing != null;
  }

  /** Returns the error code that the server has stated. */
  ErrorCode code() {
    return closing == null ? null : ErrorMessages.codeOf(closing.getCode());
  }

  List<Response> responses() {
    return responses;
  }

  long lengthBytes() {
    return lengthBytes;
  }

  /** Returns whether the greeting and every expected answer have arrived. */
  boolean hasAll(Expectation expected) {
    return welcomes == (expected.greeted() ? 1 : 0)
        && responses.size() >= expected.requestIds().size();
  }

  /** Compares all messages with the expectation. Call this method when no more bytes arrive. */
  void check(Expectation expected) {
    FuzzFailure.unless(unread.size() == 0, "the server sent half a frame");
    FuzzFailure.unless(welcomes == (expected.greeted() ? 1 : 0), () -> "welcomes: " + welcomes);
    Map<Long, Integer> owed = new HashMap<>();
    expected.requestIds().forEach(id -> owed.merge(id, 1, Integer::sum));
    for (Response response : responses) {
      long id = response.getRequestId();
      FuzzFailure.unless(
          owed.merge(id, -1, Integer::sum) >= 0, () -> "request " + id + " has too many answers");
      FuzzFailure.unless(
          response.getBodyCase() != Response.BodyCase.BODY_NOT_SET,
          () -> "request " + id + " has an empty answer");
    }
    if (closing == null || closing.getCode().equals(ErrorCode.CLOSED.name())) {
      owed.forEach(
          (id, left) -> FuzzFailure.unless(left == 0, () -> "request " + id + " has no answer"));
    }
  }
}
