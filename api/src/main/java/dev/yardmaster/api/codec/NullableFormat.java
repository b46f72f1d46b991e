package dev.yardmaster.api.codec;

import dev.yardmaster.api.BasicReader;
import dev.yardmaster.api.BasicWriter;
import org.jspecify.annotations.NullUnmarked;

/** Writes null, or a value in another format. */
@NullUnmarked // Internal: fields and results may be null.
record NullableFormat(ValueFormat format) implements ValueFormat {

  @Override
  public void write(Object value, BasicWriter to) {
    if (value == null) {
      to.writeNull();
    } else {
      format.write(value, to);
    }
  }

  @Override
  public Object read(BasicReader from) {
    return from.skipNull() ? null : format.read(from);
  }
}
