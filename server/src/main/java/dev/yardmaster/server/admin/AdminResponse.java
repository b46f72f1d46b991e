package dev.yardmaster.server.admin;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/** The response to a request. */
record AdminResponse(HttpResponseStatus status, String contentType, Content content) {

  static final String TEXT = "text/plain; charset=utf-8";

  /** The array of bytes never changes. */
  static final class Content {
    private final byte[] bytes;

    Content(byte[] bytes) {
      this.bytes = bytes;
    }

    byte[] bytes() {
      return bytes;
    }
  }

  static AdminResponse of(String contentType, byte[] bytes) {
    return new AdminResponse(HttpResponseStatus.OK, contentType, new Content(bytes));
  }

  /** Creates a response that consists of one line of text. */
  static AdminResponse line(HttpResponseStatus status, String line) {
    return new AdminResponse(
        status,
        TEXT,
        new Content((line.replaceAll("\\R", " ") + '\n').getBytes(StandardCharsets.UTF_8)));
  }
}
