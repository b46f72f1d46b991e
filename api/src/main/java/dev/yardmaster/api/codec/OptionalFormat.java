package dev.yardmaster.api.codec;

import dev.yardmaster.api.BasicReader;
import dev.yardmaster.api.BasicWriter;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;

/** Writes an empty {@link Optional} as null, and a present {@link Optional} as its value. */
@NullUnmarked // Internal: fields and results may be null.
record OptionalFormat(ValueFormat format) implements ValueFormat {

  @Override
  public void write(Object value, BasicWriter to) {
    format.write(((Optional<?>) value).orElse(null), to);
  }

  @Override
  public Object read(BasicReader from) {
    return Optional.ofNullable(format.read(from));
  }

  @Override
  public Object absent() {
    return Optional.empty();
  }
}
