package dev.yardmaster.server.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Live figures as JSON, to and from bytes. Any thread. */
public final class LiveJson {

  /** A server may be newer than who watches it. */
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private LiveJson() {}

  /** A snapshot's JSON, in UTF-8. */
  public static byte[] of(LiveSnapshot snapshot) {
    return bytes(snapshot);
  }

  /** The JSON of an array of seconds, in UTF-8. */
  public static byte[] of(List<LiveSecond> history) {
    return bytes(history);
  }

  private static byte[] bytes(Object figures) {
    try {
      return MAPPER.writeValueAsBytes(figures);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a snapshot.
   *
   * @throws IOException if it is none
   */
  public static LiveSnapshot snapshot(byte[] json) throws IOException {
    return MAPPER.readValue(json, LiveSnapshot.class);
  }
}
