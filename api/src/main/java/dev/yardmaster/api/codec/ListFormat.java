package dev.yardmaster.api.codec;

import dev.yardmaster.api.BasicReader;
import dev.yardmaster.api.BasicWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes a list as the list of its elements. */
record ListFormat(ValueFormat element) implements ValueFormat {

  @Override
  public void write(Object value, BasicWriter to) {
    List<?> list = (List<?>) value;
    to.beginList(list.size());
    for (Object each : list) {
      element.write(each, to);
    }
    to.endList();
  }

  @Override
  public Object read(BasicReader from) {
    int count = from.beginList();
    List<Object> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(element.read(from));
    }
    from.endList();
    return Collections.unmodifiableList(list);
  }
}
