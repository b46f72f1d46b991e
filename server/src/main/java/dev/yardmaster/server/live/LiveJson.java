package dev.yardmaster.server.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Encodes and decodes live figures as JSON. This class is thread-safe. */
public final class LiveJson {

  /**
   * Decodes JSON and ignores unknown fields, because a server may be newer than the client that
   * watches it.
   */
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private LiveJson() {}

  /** Returns the JSON of a snapshot, in UTF-8. */
  public static byte[] of(LiveSnapshot snapshot) {
    return bytes(snapshot);
  }

  /** Returns the figures of several seconds as a JSON array, in UTF-8. */
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
   * Decodes a snapshot.
   *
   * @throws IOException if the bytes are not a snapshot's JSON
   */
  public static LiveSnapshot snapshot(byte[] json) throws IOException {
    return MAPPER.readValue(json, LiveSnapshot.class);
  }
}
