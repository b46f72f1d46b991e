package dev.yardmaster.api.codec;

import dev.yardmaster.api.BasicReader;
import dev.yardmaster.api.BasicWriter;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/**
 * The format of types such as {@code Object} and {@code Number}: the class of a value is known only
 * at run time. The values may have the types of {@link dev.yardmaster.api.ValueCodec#basic}.
 */
@NullUnmarked // Internal: fields and results may be null.
record BasicTypes() implements ValueFormat {

  private static final List<Class<?>> TYPES =
      List.of(Boolean.class, Integer.class, Long.class, Double.class, String.class);

  /**
   * Returns whether this format is used for a type, because the type is a supertype of a basic
   * type.
   */
  static boolean has(Class<?> type) {
    return type == Void.class || TYPES.stream().anyMatch(type::isAssignableFrom);
  }

  @Override
  public void write(Object value, BasicWriter to) {
    to.writeValue(value);
  }

  @Override
  public Object read(BasicReader from) {
    return from.readValue();
  }
}
