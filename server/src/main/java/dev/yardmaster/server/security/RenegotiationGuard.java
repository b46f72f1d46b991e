package dev.yardmaster.server.security;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes a connection whose client wants a second handshake. TLS 1.3 has no renegotiation. In TLS
 * 1.2, a client could make the server compute signatures again and again over a connection that has
 * passed all limits (RFC 5246, section 7.4.1.1).
 *
 * <p>The handler is in front of the TLS handler, and reads the headers of the client's records. The
 * first handshake of TLS 1.2 ends with the client's change cipher spec and one handshake record,
 * the finished message, which is 16 bytes long and thus never split. Any later handshake record
 * begins a renegotiation, even if it arrives together with the finished message. A record's type is
 * not encrypted in TLS 1.2. In TLS 1.3 all records after the handshake have the type of application
 * data, and a second client hello may follow a change cipher spec (RFC 8446, appendix D.4). The
 * handler therefore decides only after the handshake has agreed on a version.
 *
 * <p>The handler runs on the connection's event loop.
 */
final class RenegotiationGuard extends ChannelInboundHandlerAdapter {

  /** A record: type (1 byte), version (2 bytes), length of the fragment (2 bytes), fragment. */
  private static final int HEADER_BYTES = 5;

  private static final int CHANGE_CIPHER_SPEC = 20;
  private static final int HANDSHAKE = 22;
  private static final String TLS_13 = "TLSv1.3";

  private static final Logger LOG = LoggerFactory.getLogger(RenegotiationGuard.class);

  private final Future<Channel> handshake;
  private final Supplier<String> version;

  private int headerBytes;
  private int type;
  private int length;
  private int fragmentBytesLeft;
  private boolean cipherChanged;
  private int handshakesSinceChange;
  private boolean closed;

  /**
   * Creates the guard of a connection.
   *
   * @param handshake completes with the first handshake, on the connection's event loop
   * @param version supplies the version of TLS; the guard calls the supplier after the first
   *     handshake
   */
  RenegotiationGuard(Future<Channel> handshake, Supplier<String> version) {
    this.handshake = handshake;
    this.version = version;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    handshake.addListener(done -> closeIfRenegotiated(context));
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf bytes && !closed) {
      follow(bytes);
      closeIfRenegotiated(context);
    }
    if (closed) {
      ReferenceCountUtil.release(message);
    } else {
      context.fireChannelRead(message);
    }
  }

  private void follow(ByteBuf bytes) {
    int at = bytes.readerIndex();
    int end = bytes.writerIndex();
    while (at < end) {
      if (fragmentBytesLeft > 0) {
        int skipped = Math.min(fragmentBytesLeft, end - at);
        fragmentBytesLeft -= skipped;
        at += skipped;
      } else {
        addToHeader(bytes.getUnsignedByte(at));
        at++;
      }
    }
  }

  private void addToHeader(int value) {
    if (headerBytes == 0) {
      type = value;
      countRecord();
    }
    // After the fifth byte of the header, the length consists of the fourth and the fifth byte.
    length = (length << Byte.SIZE | value) & 0xFFFF;
    headerBytes++;
    if (headerBytes == HEADER_BYTES) {
      headerBytes = 0;
      fragmentBytesLeft = length;
    }
  }

  private void countRecord() {
    if (type == CHANGE_CIPHER_SPEC) {
      cipherChanged = true;
    } else if (type == HANDSHAKE && cipherChanged) {
      handshakesSinceChange++;
    }
  }

  private void closeIfRenegotiated(ChannelHandlerContext context) {
    if (handshakesSinceChange > 1
        && !closed
        && handshake.isSuccess()
        && !version.get().equals(TLS_13)) {
      closed = true;
      LOG.atWarn()
          .addKeyValue("remote", context.channel().remoteAddress())
          .log("a client wanted to renegotiate TLS; the connection is closed");
      var unused = context.close();
    }
  }
}
