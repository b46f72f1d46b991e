package dev.yardmaster.api.codec;

import dev.yardmaster.api.BasicReader;
import dev.yardmaster.api.BasicWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The format of a sealed interface. Writes a permitted record as one list: the simple name of the
 * record's class, followed by the components as in {@link RecordFormat}. A class may be added to
 * the interface; a reader that does not have the class refuses its records.
 *
 * <pre>
 *   08 00000003 | 06 "Circle" | x | radius
 * </pre>
 */
final class SealedFormat implements ValueFormat {

  private static final int MAX_REPORTED_CHARACTERS = 64;

  private final Class<?> type;
  private final Map<String, RecordFormat> byName = new HashMap<>();

  /** Creates a format that permits no class yet. */
  SealedFormat(Class<?> type) {
    this.type = type;
  }

  /** Adds a class. Returns false if another class has the same simple name. */
  boolean permit(Class<?> record, RecordFormat format) {
    RecordFormat other = byName.putIfAbsent(record.getSimpleName(), format);
    return other == null || other == format;
  }

  @Override
  public void write(Object value, BasicWriter to) {
    String name = type.cast(value).getClass().getSimpleName();
    RecordFormat format = Objects.requireNonNull(byName.get(name));
    to.beginList(1 + format.components());
    to.writeText(name);
    format.writeComponents(value, to);
    to.endList();
  }

  @Override
  public Object read(BasicReader from) {
    int count = from.beginList();
    if (count == 0) {
      throw ValueFormat.damaged("a record has no class", "interface", type.getName());
    }
    String name = from.readText();
    RecordFormat format = byName.get(name);
    if (format == null) {
      throw ValueFormat.damaged(
          "the sealed interface permits no such class; a newer program may have written it",
          "class",
          name.substring(0, Math.min(name.length(), MAX_REPORTED_CHARACTERS)),
          "interface",
          type.getName());
    }
    Object record = format.readComponents(count - 1, from);
    from.endList();
    return record;
  }
}
