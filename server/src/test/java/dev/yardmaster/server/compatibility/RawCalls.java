package dev.yardmaster.server.compatibility;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Commit;
import dev.yardmaster.wire.schema.Error;
import dev.yardmaster.wire.schema.Fail;
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.Key;
import dev.yardmaster.wire.schema.OneShot;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Read;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Step;
import dev.yardmaster.wire.schema.Write;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a kept conversation that the SDK does not have by itself: refused greetings, invalid
 * requests, pings, limits, and a server that drains.
 */
final class RawCalls {

  /** A field that the schema does not have: number 100, the text "later". */
  private static final byte[] LATER_FIELD = {(byte) 0xA2, 0x06, 5, 'l', 'a', 't', 'e', 'r'};

  private static final Key KEY = Key.newBuilder().setTable("raw").setNumber(1).build();
  private static final ByteString VALUE = ByteString.copyFromUtf8("value");

  /**
   * A connection.
   *
   * @param frames the frames to send, each after the answers to the previous frame; an empty frame
   *     stands for the beginning of the drain
   */
  record RawPart(String name, List<Optional<byte[]>> frames) {}

  private RawCalls() {}

  static List<RawPart> parts() {
    return List.of(
        part("a version of the future", hello(ConversationServer.WRITER_TOKEN, 1)),
        part("a missing token", hello("", 0)),
        part("a reader", hello(ConversationServer.READER_TOKEN, 0), put(1), read(2), goodbye()),
        part("requests with errors", errors()),
        part("a request without a number", hello(), requests(Request.newBuilder())),
        part("a second greeting", hello(), hello()),
        part("restarted and abandoned", restarts()),
        part("too many transactions", tooMany()),
        new RawPart(
            "a server that drains",
            List.of(
                Optional.of(hello().toByteArray()),
                Optional.of(step(1, 1, Step.newBuilder().setRead(keys())).toByteArray()),
                Optional.empty(),
                Optional.of(put(2).toByteArray()),
                Optional.of(step(3, 1, Step.newBuilder().setCommit(puts())).toByteArray()),
                Optional.of(goodbye().toByteArray()))));
  }

  private static ClientFrame[] errors() {
    return new ClientFrame[] {
      hello().toBuilder().addRequests(put(1).getRequests(0)).build(),
      requests(Request.newBuilder().setRequestId(2)),
      requests(Request.newBuilder().setRequestId(3).setStatus(ByteString.copyFromUtf8("short"))),
      step(4, 1, Step.newBuilder()),
      step(5, 0, Step.newBuilder().setRead(keys())),
      requests(Request.newBuilder().setRequestId(6).setOneShot(OneShot.newBuilder())),
      requests(
          Request.newBuilder()
              .setRequestId(7)
              .setOneShot(
                  OneShot.newBuilder()
                      .addWrites(
                          Write.newBuilder()
                              .setKey(KEY)
                              .setPut(ByteString.copyFrom(new byte[17_000]))))),
      requests(
          Request.newBuilder()
              .setRequestId(8)
              .setOneShot(
                  OneShot.newBuilder()
                      .addReads(KEY)
                      .setOptions(Options.newBuilder().setTimeoutMs(0)))),
      requests(
          Request.newBuilder()
              .setRequestId(9)
              .setOneShot(OneShot.newBuilder().addReads(Key.newBuilder().setTable("raw")))),
      step(10, 5, Step.newBuilder().setRead(keys())),
      step(11, 5, Step.newBuilder().setFail(Fail.newBuilder())),
      step(
          12,
          5,
          Step.newBuilder()
              .setFail(
                  Fail.newBuilder()
                      .setError(Error.newBuilder().setCode("LOGIC_FAILED").setText("planted")))),
      ClientFrame.newBuilder().setPing(-1).build(),
      later(ClientFrame.newBuilder().setPing(0).build()),
      goodbye()
    };
  }

  private static ClientFrame[] restarts() {
    return new ClientFrame[] {
      hello(),
      step(
          1,
          1,
          Step.newBuilder()
              .setRead(keys())
              .setOptions(Options.newBuilder().setTimeoutMs(20_000).setMaxAttempts(5))),
      put(2),
      step(3, 1, Step.newBuilder().setCommit(puts())),
      step(4, 1, Step.newBuilder().setRead(keys())),
      step(5, 1, Step.newBuilder().setAbandon(true)),
      requests(read(6).getRequests(0).toBuilder(), read(7).getRequests(0).toBuilder()),
      goodbye()
    };
  }

  private static ClientFrame[] tooMany() {
    ClientFrame[] frames = new ClientFrame[7];
    frames[0] = hello();
    for (int i = 1; i <= 5; i++) {
      frames[i] = step(i, i, Step.newBuilder().setRead(Read.newBuilder()));
    }
    frames[6] = goodbye();
    return frames;
  }

  private static RawPart part(String name, ClientFrame... frames) {
    return new RawPart(
        name, List.of(frames).stream().map(frame -> Optional.of(frame.toByteArray())).toList());
  }

  private static ClientFrame hello() {
    return hello(ConversationServer.WRITER_TOKEN, 0);
  }

  /** Returns the greeting of a client whose oldest version is later than the server's. */
  private static ClientFrame hello(String token, int later) {
    return ClientFrame.newBuilder()
        .setHello(
            Hello.newBuilder()
                .setOldestVersion(WireProtocol.VERSION + later)
                .setNewestVersion(WireProtocol.VERSION + 2 * later)
                .setClient("raw")
                .setToken(token))
        .build();
  }

  private static ClientFrame goodbye() {
    return ClientFrame.newBuilder().setGoodbye(true).build();
  }

  /** Returns a frame with a field that a later version may add. */
  private static ClientFrame later(ClientFrame frame) {
    try {
      return frame.toBuilder().mergeFrom(LATER_FIELD).build();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(new String(LATER_FIELD, StandardCharsets.ISO_8859_1), e);
    }
  }

  private static ClientFrame requests(Request.Builder... requests) {
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    for (Request.Builder request : requests) {
      frame.addRequests(request);
    }
    return frame.build();
  }

  private static ClientFrame put(long requestId) {
    return requests(
        Request.newBuilder()
            .setRequestId(requestId)
            .setOneShot(
                OneShot.newBuilder().addWrites(Write.newBuilder().setKey(KEY).setPut(VALUE))));
  }

  private static ClientFrame read(long requestId) {
    return requests(
        Request.newBuilder()
            .setRequestId(requestId)
            .setOneShot(OneShot.newBuilder().addReads(KEY)));
  }

  private static ClientFrame step(long requestId, long transaction, Step.Builder step) {
    return requests(
        Request.newBuilder().setRequestId(requestId).setStep(step.setTransaction(transaction)));
  }

  private static Read.Builder keys() {
    return Read.newBuilder().addKeys(KEY);
  }

  private static Commit.Builder puts() {
    return Commit.newBuilder().addWrites(Write.newBuilder().setKey(KEY).setPut(VALUE));
  }
}
