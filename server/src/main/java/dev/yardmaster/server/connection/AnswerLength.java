package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.FrameWriter;
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
    return without(
        response,
        new YardmasterException(
            ErrorCode.MESSAGE_TOO_LARGE,
            "the answer is longer than a frame of at most " + maxFrameBytes + " bytes",
            "length",
            lengthBytes + " bytes"));
  }

  /** Returns a response that has an error in place of a result that cannot be sent. */
  static Response without(Response response, YardmasterException why) {
    Response.Builder instead = Response.newBuilder().setRequestId(response.getRequestId());
    if (response.hasValues() || response.hasEntries()) {
      return instead.setRefused(ErrorMessages.of(why)).build();
    }
    // A transaction without a commit version has written nothing, so the loss of its answer has no
    // further effect.
    if (response.hasUnknown()
        || (response.hasCommitted() && response.getCommitted().getCommitVersion() != 0)) {
      YardmasterException unknown =
          new YardmasterException(
              ErrorCode.OUTCOME_UNKNOWN, "there is no answer: " + why.getMessage());
      return instead.setUnknown(ErrorMessages.of(unknown)).build();
    }
    return instead.setRejected(ErrorMessages.of(why)).build();
  }
}
