package dev.yardmaster.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;

/**
 * Encodes values as JSON in UTF-8, with Jackson: {@code Table.of("accounts",
 * JsonCodec.of(Account.class))}. Other programs can read such values without the class. Components
 * of a record may later be added or reordered, and, with a mapper that ignores unknown fields, also
 * removed. In return, the values are longer, and encoding and decoding take more time.
 *
 * <p>The codec of {@link #of(Class)} writes times as ISO texts. It refuses a value that has a field
 * that the class does not have. A missing field becomes null, zero or empty. Jackson's limits
 * apply: objects and lists are nested at most 1,000 deep, a text has at most 20,000,000 characters,
 * and a number has at most 1,000. Any thread may use a codec.
 *
 * @param <T> the value's type
 */
public final class JsonCodec<T> implements ValueCodec<T> {

  private static final ObjectMapper STRICT =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .addModule(new Jdk8Module())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  private final JavaType type;
  private final ObjectWriter writer;
  private final ObjectReader reader;

  private JsonCodec(ObjectMapper mapper, JavaType type) {
    this.type = type;
    writer = mapper.writerFor(type);
    reader = mapper.readerFor(type).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }

  /** Returns a codec for the values of a class. */
  public static <T> JsonCodec<T> of(Class<T> type) {
    return of(STRICT, STRICT.constructType(type));
  }

  /**
   * Returns a codec that encodes values in the same way as a mapper.
   *
   * @param mapper the mapper; the caller must not change it afterwards
   * @param type the type of the values, for example {@code mapper.constructType(new
   *     TypeReference<List<Account>>() {})}
   */
  public static <T> JsonCodec<T> of(ObjectMapper mapper, JavaType type) {
    return new JsonCodec<>(mapper, type);
  }

  /**
   * Encodes a value, or null.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} if Jackson cannot encode the value
   */
  @Override
  public byte[] encode(T value) {
    try {
      return writer.writeValueAsBytes(value);
    } catch (JsonProcessingException | RuntimeException thrown) { // A getter may throw anything.
      throw failure(ErrorCode.BAD_VALUE, "the value has no encoding as JSON", thrown);
    }
  }

  /**
   * Decodes a value, or null.
   *
   * @throws YardmasterException {@link ErrorCode#DAMAGED} if the bytes are not the JSON of a value
   */
  @Override
  public T decode(byte[] bytes) {
    try {
      return reader.readValue(bytes);
    } catch (IOException | RuntimeException thrown) { // A constructor may throw anything.
      throw failure(ErrorCode.DAMAGED, "the bytes are not the JSON of a value", thrown);
    }
  }

  private YardmasterException failure(ErrorCode code, String text, Exception thrown) {
    String reason =
        thrown instanceof JsonProcessingException json
            ? json.getOriginalMessage()
            : thrown.toString();
    return new YardmasterException(
        code, text, thrown, "type", type.toCanonical(), "reason", reason);
  }
}
