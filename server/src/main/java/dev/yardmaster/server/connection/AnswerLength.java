package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.FrameWriter;
import dev.yardmaster.wire.schema.Error;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;

/** Enforces the maximum frame length. An error replaces an answer that is too long. */
final class AnswerLength {

  private final int maxFrameBytes;

  AnswerLength(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
  }

  /** Returns the response, or the error that replaces a response that is too long. */
  Response within(Response response) {
    int lengthBytes = FrameWriter.lengthBytesOf(ServerFrame.RESPONSES_FIELD_NUMBER, response);
    return lengthBytes <= maxFrameBytes ? response : instead(response, lengthBytes);
  }

  private Response instead(Response response, int lengthBytes) {
    Response.Builder instead = Response.newBuilder().setRequestId(response.getRequestId());
    if (response.hasValues() || response.hasEntries()) {
      return instead.setRefused(error(ErrorCode.MESSAGE_TOO_LARGE, lengthBytes)).build();
    }
    // A response without a commit version means that nothing was written, so only the answer is
    // lost.
    return response.hasCommitted() && response.getCommitted().getCommitVersion() != 0
        ? instead.setUnknown(error(ErrorCode.OUTCOME_UNKNOWN, lengthBytes)).build()
        : instead.setRejected(error(ErrorCode.MESSAGE_TOO_LARGE, lengthBytes)).build();
  }

  private Error error(ErrorCode code, int lengthBytes) {
    return ErrorMessages.of(
        new YardmasterException(
            code,
            "the answer is longer than a frame of at most " + maxFrameBytes + " bytes",
            "length",
            lengthBytes + " bytes"));
  }
}
