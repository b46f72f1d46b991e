package dev.yardmaster.api.codec;

import dev.yardmaster.api.BasicReader;
import dev.yardmaster.api.BasicWriter;
import java.util.HashMap;
import java.util.Map;

/** Writes a constant of an enum as its name. */
final class EnumFormat implements ValueFormat {

  private static final int MAX_REPORTED_CHARACTERS = 64;

  private final Class<?> type;
  private final Map<String, Object> byName = new HashMap<>();

  EnumFormat(Class<?> type) {
    this.type = type;
    for (Object constant : type.getEnumConstants()) {
      byName.put(((Enum<?>) constant).name(), constant);
    }
  }

  @Override
  public void write(Object value, BasicWriter to) {
    to.writeText(((Enum<?>) type.cast(value)).name());
  }

  @Override
  public Object read(BasicReader from) {
    String name = from.readText();
    Object constant = byName.get(name);
    if (constant == null) {
      throw ValueFormat.damaged(
          "the enum has no such constant",
          "constant",
          name.substring(0, Math.min(name.length(), MAX_REPORTED_CHARACTERS)),
          "enum",
          type.getName());
    }
    return constant;
  }
}
