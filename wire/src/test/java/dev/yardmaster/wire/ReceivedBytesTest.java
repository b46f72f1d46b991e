package dev.yardmaster.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import dev.yardmaster.wire.schema.Call;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ReceivedBytesTest {

  private static final byte[] BYTES = {1, 2, 3, 4};

  private static Call received(byte[] argument) throws InvalidProtocolBufferException {
    Call sent = Call.newBuilder().setArgument(ByteString.copyFrom(argument)).build();
    return Call.parseFrom(sent.toByteArray());
  }

  @Test
  void theBytesOfAReceivedMessageAreNotCopied() throws InvalidProtocolBufferException {
    ByteString argument = received(BYTES).getArgument();
    assertArrayEquals(BYTES, ReceivedBytes.of(argument));
    assertSame(ReceivedBytes.of(argument), ReceivedBytes.of(argument));
    assertArrayEquals(new byte[0], ReceivedBytes.of(received(new byte[0]).getArgument()));
  }

  @Test
  void aFieldWithoutAnArrayOfItsOwnIsCopied() {
    byte[] part = {2, 3};
    assertArrayEquals(part, ReceivedBytes.of(UnsafeByteOperations.unsafeWrap(BYTES, 1, 2)));
    assertArrayEquals(part, ReceivedBytes.of(ByteString.copyFrom(BYTES).substring(1, 3)));
    assertArrayEquals(
        BYTES, ReceivedBytes.of(UnsafeByteOperations.unsafeWrap(ByteBuffer.wrap(BYTES))));
    ByteBuffer direct = ByteBuffer.allocateDirect(BYTES.length).put(BYTES).flip();
    assertArrayEquals(BYTES, ReceivedBytes.of(UnsafeByteOperations.unsafeWrap(direct)));
    ByteString half = ByteString.copyFrom(new byte[1000]);
    assertArrayEquals(new byte[2000], ReceivedBytes.of(half.concat(half)));
  }
}
