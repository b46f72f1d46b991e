package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.schema.Aborted;
import dev.yardmaster.wire.schema.Committed;
import dev.yardmaster.wire.schema.Response;
import org.junit.jupiter.api.Test;

/** Tests the error that replaces an answer for which there is no room. */
class AnswerLengthTest {

  private static final YardmasterException NO_ROOM =
      new YardmasterException(ErrorCode.OVERLOADED, "no room");

  private static Response instead(Response.Builder response) {
    Response instead = AnswerLength.without(response.setRequestId(7).build(), NO_ROOM);
    assertEquals(7, instead.getRequestId());
    return instead;
  }

  @Test
  void anUnknownOutcomeStaysUnknown() {
    YardmasterException why = new YardmasterException(ErrorCode.OUTCOME_UNKNOWN, "the disk failed");
    Response instead = instead(Response.newBuilder().setUnknown(ErrorMessages.of(why)));
    assertTrue(instead.hasUnknown(), instead::toString);
    assertEquals("OUTCOME_UNKNOWN", instead.getUnknown().getCode());
  }

  @Test
  void whatCommittedIsUnknownIfItWrote() {
    assertTrue(
        instead(Response.newBuilder().setCommitted(Committed.newBuilder().setCommitVersion(3)))
            .hasUnknown());
    assertTrue(instead(Response.newBuilder().setCommitted(Committed.newBuilder())).hasRejected());
  }

  @Test
  void whatAbortedIsRejected() {
    Response instead =
        instead(Response.newBuilder().setAborted(Aborted.newBuilder().setCause("TIMEOUT")));
    assertEquals("OVERLOADED", instead.getRejected().getCode());
  }
}
