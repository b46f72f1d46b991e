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

/** What a server has sent to one client, checked as it comes. */
final class Received {

  private final ByteArrayOutputStream unread = new ByteArrayOutputStream();
  private final List<Response> responses = new ArrayList<>();
  private int welcomes;
  private long lengthBytes;
  private Closing closing;

  /** Takes bytes in. */
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
      FuzzFailure.unless(closing == null, "the server says twice why it ends the connection");
      closing = frame.getClosing();
      FuzzFailure.unless(
          ErrorMessages.codeOf(closing.getCode()) != null && !closing.getReason().isBlank(),
          () -> "the connection is closed without a reason: " + closing);
    }
  }

  /** Whether the server said why it ends the connection. */
  boolean isSentAway() {
    return closing != null;
  }

  /** Its code, if it did. */
  ErrorCode code() {
    return closing == null ? null : ErrorMessages.codeOf(closing.getCode());
  }

  List<Response> responses() {
    return responses;
  }

  long lengthBytes() {
    return lengthBytes;
  }

  /** Whether the greeting and every answer that is owed has come. */
  boolean hasAll(Expectation expected) {
    return welcomes == (expected.greeted() ? 1 : 0)
        && responses.size() >= expected.requestIds().size();
  }

  /** Holds it against what is owed, now that nothing more comes. */
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
