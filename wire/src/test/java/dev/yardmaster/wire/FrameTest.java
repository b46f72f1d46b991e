package dev.yardmaster.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Priority;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FrameTest {

  private static final int REQUESTS = ClientFrame.REQUESTS_FIELD_NUMBER;

  private final FrameWriter writer = new FrameWriter();
  private final FrameReader reader = new FrameReader();

  private static Request request(long id, int bytes) {
    return Request.newBuilder()
        .setRequestId(id)
        .setStatus(ByteString.copyFrom(new byte[bytes]))
        .build();
  }

  private ByteBuf finish() {
    return writer.finish(UnpooledByteBufAllocator.DEFAULT);
  }

  @Test
  void aFrameHasItsLengthAndWhatWasAdded() throws IOException {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Request> requests = new ArrayList<>();
      int count = 1 + random.nextInt(100);
      for (int i = 0; i < count; i++) {
        requests.add(request(i + 1, random.nextInt(random.nextInt(50) == 0 ? 100_000 : 200)));
      }
      int expected = 0;
      for (Request request : requests) {
        expected += FrameWriter.lengthBytesOf(REQUESTS, request);
        writer.add(REQUESTS, request);
      }
      assertEquals(expected, writer.lengthBytes(), "seed=" + seed);
      assertFalse(writer.isEmpty());
      ByteBuf frame = finish();
      assertTrue(writer.isEmpty());
      assertEquals(0, writer.lengthBytes());
      assertEquals(expected, frame.readInt());
      assertEquals(
          ClientFrame.newBuilder().addAllRequests(requests).build(),
          ClientFrame.parseFrom(ByteBufUtil.getBytes(frame)));
      List<Request> read = new ArrayList<>();
      reader.begin(frame);
      while (reader.nextField() == REQUESTS) {
        read.add(reader.message(Request.parser()));
      }
      assertEquals(requests, read, "seed=" + seed);
      assertEquals(0, reader.nextField());
      reader.end();
      assertEquals(0, frame.refCnt(), "seed=" + seed);
    }
  }

  @Test
  void aLongFrameIsHeldUntilItsEndAndAShortOneIsNot() {
    for (int bytes : new int[] {10, 60_000, 70_000}) {
      boolean isLong = bytes > 64 * 1024;
      writer.add(REQUESTS, request(1, bytes));
      writer.add(REQUESTS, request(2, 1));
      ByteBuf frame = finish();
      frame.skipBytes(WireProtocol.LENGTH_BYTES);
      int length = frame.readableBytes();
      reader.begin(frame);
      assertEquals(isLong ? length : 0, reader.heldBytes());
      assertEquals(REQUESTS, reader.nextField());
      assertEquals(request(1, bytes), reader.message(Request.parser()));
      assertEquals(isLong ? 1 : 0, frame.refCnt());
      reader.end();
      assertEquals(0, frame.refCnt());
      assertEquals(0, reader.heldBytes());
      assertEquals(0, reader.nextField(), "a frame that has ended has no more fields");
      reader.end();
    }
  }

  @Test
  void theNextFrameEndsTheOneBefore() {
    writer.add(REQUESTS, request(1, 70_000));
    ByteBuf first = finish();
    reader.begin(first.skipBytes(WireProtocol.LENGTH_BYTES));
    writer.add(REQUESTS, request(2, 1));
    reader.begin(finish().skipBytes(WireProtocol.LENGTH_BYTES));
    assertEquals(0, first.refCnt());
    assertEquals(REQUESTS, reader.nextField());
    assertEquals(request(2, 1), reader.message(Request.parser()));
    reader.end();
  }

  @Test
  void whatIsNotKnownIsPassedOver() {
    byte[] unknown = {
      (byte) 0xF8,
      0x01,
      0x05, // field 31 as a number
      (byte) 0xFA,
      0x01,
      0x02,
      0x41,
      0x42, // field 31 as a string of 2 bytes
      (byte) 0xFD,
      0x01,
      1,
      2,
      3,
      4, // field 31 as a number of 4 bytes
      0x18,
      0x07, // the field ping with the value 7
      0x20,
      0x01 // the field goodbye with the value true
    };
    reader.begin(Unpooled.wrappedBuffer(unknown));
    for (int i = 0; i < 3; i++) {
      assertEquals(31, reader.nextField());
      reader.skip();
    }
    assertEquals(ClientFrame.PING_FIELD_NUMBER, reader.nextField());
    assertEquals(7, reader.number());
    assertEquals(ClientFrame.GOODBYE_FIELD_NUMBER, reader.nextField());
    assertTrue(reader.flag());
    assertEquals(0, reader.nextField());
  }

  @Test
  void whatIsNoFrameIsABadMessage() {
    assertBad(() -> reader.nextField(), 0x00); // The field number 0 is invalid.
    assertBad(() -> reader.nextField(), 0xFF); // The tag of the field is not complete.
    assertBad(this::readMessage, 0x10, 0x01); // The field requests must be a message, not a number.
    assertBad(this::readMessage, 0x12, 0x7F); // The message is longer than the frame.
    assertBad(this::readMessage, 0x12, 0x01, 0xFF); // The contents of the message are invalid.
    assertBad(this::readNumber, 0x1A, 0x00); // The field ping must be a number, not bytes.
    assertBad(this::readNumber, 0x18, 0xFF); // The number is not complete.
    assertBad(this::skipField, 0x14); // The frame ends a group that has not begun.
    assertBad(this::skipField, 0x13); // The frame begins a group and does not end it.
  }

  private void readMessage() {
    reader.nextField();
    reader.message(Request.parser());
  }

  private void readNumber() {
    reader.nextField();
    reader.number();
  }

  private void skipField() {
    reader.nextField();
    reader.skip();
  }

  private void assertBad(Runnable read, int... bytes) {
    byte[] frame = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      frame[i] = (byte) bytes[i];
    }
    reader.begin(Unpooled.wrappedBuffer(frame));
    assertEquals(
        ErrorCode.BAD_MESSAGE,
        assertThrows(YardmasterException.class, read::run, ByteBufUtil.hexDump(frame)).code());
  }

  @Test
  void garbageIsReadOrRefusedButNothingElse() {
    for (int seed = 0; seed < 20_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] garbage = new byte[random.nextInt(40)];
      random.nextBytes(garbage);
      ByteBuf frame = Unpooled.directBuffer();
      if (seed % 10 == 0) { // Long frames are read by other code than short frames.
        writer.add(REQUESTS, request(1, 70_000));
        ByteBuf before = finish();
        frame.writeBytes(before.skipBytes(WireProtocol.LENGTH_BYTES));
        before.release();
      }
      reader.begin(frame.writeBytes(garbage));
      try {
        int field;
        while ((field = reader.nextField()) != 0) {
          switch (field) {
            case REQUESTS -> reader.message(Request.parser());
            case ClientFrame.PING_FIELD_NUMBER -> reader.number();
            default -> reader.skip();
          }
        }
      } catch (YardmasterException refused) {
        assertEquals(ErrorCode.BAD_MESSAGE, refused.code(), "seed=" + seed);
      }
    }
  }

  private String hex(int field, MessageLite message) {
    writer.add(field, message);
    return ByteBufUtil.hexDump(finish());
  }

  /**
   * If this test fails, this release can no longer communicate with released clients and servers.
   */
  @Test
  void theBytesOfTheProtocolAreWhatTheyWere() throws IOException {
    TransactionId id = new TransactionId(0x0102030405L, 0x0607, 0x08090A0B0C0D0E0FL);
    TransactionOptions options =
        TransactionOptions.defaults()
            .withMaxAttempts(3)
            .withWeight(7)
            .withPriority(Priority.HIGH)
            .withId(id);
    OneShot oneShot =
        OneShot.builder()
            .read(Key.of("a", -1))
            .require(Key.of("b", "é"), new byte[] {1})
            .requireAbsent(Key.of("c", new byte[] {2}))
            .requireAtLeast(Key.of("a", 300), -5)
            .put(Key.of("b", "x"), new byte[0])
            .add(Key.of("a", 1), 1000)
            .delete(Key.of("a", 2))
            .build();
    ConflictReport conflict = new ConflictReport(Key.of("a", 1), AbortCause.VALIDATION, 3, 4, 5);
    List<String> lines =
        List.of(
            "hello "
                + hex(
                    ClientFrame.HELLO_FIELD_NUMBER,
                    Hello.newBuilder()
                        .setOldestVersion(1)
                        .setNewestVersion(1)
                        .setClient("c")
                        .setToken("t")
                        .build()),
            "one-shot "
                + hex(
                    REQUESTS,
                    Request.newBuilder()
                        .setRequestId(1)
                        .setOneShot(
                            OneShotMessages.of(oneShot).setOptions(OptionMessages.of(options, 250)))
                        .build()),
            "committed "
                + hex(
                    ServerFrame.RESPONSES_FIELD_NUMBER,
                    OutcomeMessages.of(
                        1,
                        new Outcome.Committed<>(new byte[] {9}, 2, 3, 1, conflict),
                        OutcomeMessages::writeResult)),
            "aborted "
                + hex(
                    ServerFrame.RESPONSES_FIELD_NUMBER,
                    OutcomeMessages.of(
                        2, new Outcome.Aborted<>(AbortCause.USER, "no", 0, null), (v, m) -> {})),
            "rejected "
                + hex(
                    ServerFrame.RESPONSES_FIELD_NUMBER,
                    Response.newBuilder()
                        .setRequestId(3)
                        .setRejected(
                            ErrorMessages.of(
                                new YardmasterException(
                                    ErrorCode.OVERLOADED,
                                    "full",
                                    "limit",
                                    5,
                                    YardmasterException.RETRY_AFTER_MS,
                                    10)))
                        .build()));
    try (InputStream golden = FrameTest.class.getResourceAsStream("/frames.txt")) {
      assertEquals(
          new String(golden.readAllBytes(), StandardCharsets.UTF_8).strip(),
          String.join("\n", lines));
    }
  }
}
