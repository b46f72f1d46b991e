package dev.yardmaster.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.event.KeyValuePair;

/**
 * Writes each event as one JSON object on one line. The fields of the object are {@code time},
 * {@code level}, {@code logger}, {@code thread}, {@code message}, the event's key-value pairs under
 * their own names, and {@code error} with the stack trace. If a pair has the name of one of the
 * other fields, the encoder appends an underscore to the pair's name.
 *
 * <p>The appender calls the encoder from one thread at a time.
 */
final class JsonLineEncoder extends EncoderBase<ILoggingEvent> {

  private static final Set<String> FIELDS =
      Set.of("time", "level", "logger", "thread", "message", "error");
  private static final byte[] NOTHING = {};

  private final JsonFactory json = new JsonFactory();

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    try (JsonGenerator object = json.createGenerator(line)) {
      object.writeStartObject();
      object.writeStringField("time", Instant.ofEpochMilli(event.getTimeStamp()).toString());
      object.writeStringField("level", event.getLevel().toString());
      object.writeStringField("logger", event.getLoggerName());
      object.writeStringField("thread", event.getThreadName());
      object.writeStringField("message", event.getFormattedMessage());
      writePairs(object, event);
      IThrowableProxy thrown = event.getThrowableProxy();
      if (thrown != null) {
        object.writeStringField("error", ThrowableProxyUtil.asString(thrown));
      }
      object.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    line.write('\n');
    return line.toByteArray();
  }

  private static void writePairs(JsonGenerator object, ILoggingEvent event) throws IOException {
    if (event.getKeyValuePairs() == null) {
      return;
    }
    // If several pairs have the same name, only the last pair is written, because a JSON object has
    // each name only once.
    TreeMap<String, Object> pairs = new TreeMap<>();
    for (KeyValuePair pair : event.getKeyValuePairs()) {
      pairs.put(FIELDS.contains(pair.key) ? pair.key + "_" : pair.key, pair.value);
    }
    for (String name : pairs.keySet()) {
      object.writeFieldName(name);
      writeValue(object, pairs.get(name));
    }
  }

  private static void writeValue(JsonGenerator object, Object value) throws IOException {
    if (value instanceof Long || value instanceof Integer) {
      object.writeNumber(((Number) value).longValue());
    } else if (value instanceof Boolean bool) {
      object.writeBoolean(bool);
    } else {
      object.writeString(String.valueOf(value));
    }
  }
}
