package dev.yardmaster.server.admin;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;

/** Decodes requests, with limits on the request line, the headers and the chunks of a body. */
final class RequestDecoder extends HttpRequestDecoder {

  static final int MAX_LINE_BYTES = 2_048;
  static final int MAX_HEADER_BYTES = 8_192;

  private static final int CHUNK_BYTES = 1_024;

  RequestDecoder() {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_LINE_BYTES)
            .setMaxHeaderSize(MAX_HEADER_BYTES)
            .setMaxChunkSize(CHUNK_BYTES));
  }

  /** Returns whether the decoder has bytes of a request that is not complete yet. */
  boolean hasUndecodedBytes() {
    return actualReadableBytes() > 0;
  }
}
