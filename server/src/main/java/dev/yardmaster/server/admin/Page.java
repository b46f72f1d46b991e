package dev.yardmaster.server.admin;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/** What a request is answered with. */
record Page(HttpResponseStatus status, String contentType, Content content) {

  static final String TEXT = "text/plain; charset=utf-8";

  /** Bytes that nobody changes. */
  static final class Content {
    private final byte[] bytes;

    Content(byte[] bytes) {
      this.bytes = bytes;
    }

    byte[] bytes() {
      return bytes;
    }
  }

  static Page of(String contentType, byte[] bytes) {
    return new Page(HttpResponseStatus.OK, contentType, new Content(bytes));
  }

  /** One line of text. */
  static Page line(HttpResponseStatus status, String line) {
    return new Page(
        status,
        TEXT,
        new Content((line.replaceAll("\\R", " ") + '\n').getBytes(StandardCharsets.UTF_8)));
  }
}
