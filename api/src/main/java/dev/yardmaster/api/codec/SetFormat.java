package dev.yardmaster.api.codec;

import dev.yardmaster.api.BasicReader;
import dev.yardmaster.api.BasicWriter;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** Writes a set as the list of its elements, in the set's iteration order. */
record SetFormat(ValueFormat element) implements ValueFormat {

  @Override
  public void write(Object value, BasicWriter to) {
    Set<?> set = (Set<?>) value;
    to.beginList(set.size());
    for (Object each : set) {
      element.write(each, to);
    }
    to.endList();
  }

  @Override
  public Object read(BasicReader from) {
    int count = from.beginList();
    Set<Object> set = new LinkedHashSet<>();
    for (int i = 0; i < count; i++) {
      set.add(element.read(from));
    }
    from.endList();
    if (set.size() != count) {
      throw ValueFormat.damaged("a set has an element twice", "elements", count);
    }
    return Collections.unmodifiableSet(set);
  }
}
