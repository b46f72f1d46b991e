package dev.yardmaster.api.codec;

import dev.yardmaster.api.BasicReader;
import dev.yardmaster.api.BasicWriter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a map as one list of alternating keys and values, in the map's iteration order. */
record MapFormat(ValueFormat key, ValueFormat value) implements ValueFormat {

  @Override
  public void write(Object written, BasicWriter to) {
    Map<?, ?> map = (Map<?, ?>) written;
    to.beginList(2 * map.size());
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      key.write(entry.getKey(), to);
      value.write(entry.getValue(), to);
    }
    to.endList();
  }

  @Override
  public Object read(BasicReader from) {
    int count = from.beginList();
    if (count % 2 != 0) {
      throw ValueFormat.damaged("a key has no value", "elements", count);
    }
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < count; i += 2) {
      map.put(key.read(from), value.read(from));
    }
    from.endList();
    if (map.size() != count / 2) {
      throw ValueFormat.damaged("a map has a key twice", "elements", count);
    }
    return Collections.unmodifiableMap(map);
  }
}
