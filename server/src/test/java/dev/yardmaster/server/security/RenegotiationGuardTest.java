package dev.yardmaster.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.ByteArrayOutputStream;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which sequences of records the guard treats as a renegotiation. */
class RenegotiationGuardTest {

  private static final int CHANGE_CIPHER_SPEC = 20;
  private static final int ALERT = 21;
  private static final int HANDSHAKE = 22;
  private static final int DATA = 23;

  private final Promise<Channel> handshake = ImmediateEventExecutor.INSTANCE.newPromise();

  private EmbeddedChannel channel(String version) {
    return new EmbeddedChannel(new RenegotiationGuard(handshake, () -> version));
  }

  private static byte[] records(int... types) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int type : types) {
      // Each byte of the fragment equals the type of a handshake record, to mislead a wrong parser.
      int length = type == DATA ? 300 : 40;
      bytes.writeBytes(new byte[] {(byte) type, 3, 3, (byte) (length >> 8), (byte) length});
      for (int i = 0; i < length; i++) {
        bytes.write(HANDSHAKE);
      }
    }
    return bytes.toByteArray();
  }

  private void firstHandshake(EmbeddedChannel channel) {
    channel.writeInbound(
        Unpooled.wrappedBuffer(records(HANDSHAKE, HANDSHAKE, CHANGE_CIPHER_SPEC, HANDSHAKE)));
    handshake.setSuccess(channel);
  }

  @Test
  void closesAtASecondHandshake() {
    EmbeddedChannel channel = channel("TLSv1.2");
    firstHandshake(channel);
    channel.writeInbound(Unpooled.wrappedBuffer(records(DATA, ALERT, DATA)));
    assertTrue(channel.isOpen());
    ByteBuf again = Unpooled.wrappedBuffer(records(HANDSHAKE));
    channel.writeInbound(again);
    assertFalse(channel.isOpen());
    assertEquals(0, again.refCnt());
    assertEquals(2, channel.inboundMessages().size(), "the record reached the TLS handler");
  }

  @Test
  void closesAtASecondHandshakeThatArrivesWithTheFirst() {
    EmbeddedChannel channel = channel("TLSv1.2");
    channel.writeInbound(
        Unpooled.wrappedBuffer(records(HANDSHAKE, CHANGE_CIPHER_SPEC, HANDSHAKE, HANDSHAKE)));
    assertTrue(channel.isOpen());
    handshake.setSuccess(channel);
    assertFalse(channel.isOpen());
  }

  @Test
  void aSecondClientHelloOfTls13IsNoRenegotiation() {
    EmbeddedChannel channel = channel("TLSv1.3");
    channel.writeInbound(
        Unpooled.wrappedBuffer(
            records(HANDSHAKE, CHANGE_CIPHER_SPEC, HANDSHAKE, HANDSHAKE, DATA, DATA)));
    handshake.setSuccess(channel);
    channel.writeInbound(Unpooled.wrappedBuffer(records(DATA, DATA)));
    assertTrue(channel.isOpen());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void piecesOfRecordsDoNotMatter(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    EmbeddedChannel channel = channel("TLSv1.2");
    firstHandshake(channel);
    byte[] good = records(DATA, DATA, ALERT, DATA);
    writeInPieces(channel, good, good.length, random);
    assertTrue(channel.isOpen());
    byte[] bad = records(DATA, HANDSHAKE);
    int header = records(DATA).length;
    writeInPieces(channel, bad, header, random);
    assertTrue(channel.isOpen());
    channel.writeInbound(Unpooled.wrappedBuffer(bad, header, 1));
    assertFalse(channel.isOpen());
  }

  private static void writeInPieces(
      EmbeddedChannel channel, byte[] bytes, int length, SplittableRandom random) {
    int at = 0;
    while (at < length) {
      int piece = Math.min(length - at, random.nextInt(1, 9));
      channel.writeInbound(Unpooled.wrappedBuffer(bytes, at, piece));
      at += piece;
    }
  }
}
