package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An interactive transaction's run: it asks for keys as it goes, each once. */
final class InteractiveTransaction extends BufferedTransaction {

  private final Session session;
  private final int maxKeys;
  private final Map<Key, byte[]> reads = new HashMap<>();
  private final Map<Key, byte[]> writes = new LinkedHashMap<>();

  InteractiveTransaction(Session session, int maxKeys, int maxValueBytes) {
    super(maxValueBytes);
    this.session = session;
    this.maxKeys = maxKeys;
  }

  @Override
  byte[] current(Key key) {
    if (writes.containsKey(key)) {
      return writes.get(key);
    }
    if (reads.containsKey(key)) {
      return reads.get(key);
    }
    byte[] value = session.values(List.of(key))[0];
    reads.put(key, value);
    return value;
  }

  @Override
  void fetch(Collection<Key> keys) {
    List<Key> unseen =
        keys.stream()
            .filter(key -> !writes.containsKey(key) && !reads.containsKey(key))
            .distinct()
            .toList();
    if (!unseen.isEmpty()) {
      byte[][] values = session.values(unseen);
      for (int i = 0; i < values.length; i++) {
        reads.put(unseen.get(i), values[i]);
      }
    }
  }

  @Override
  void buffer(Key key, byte[] value) {
    if (writes.size() == maxKeys && !writes.containsKey(key)) {
      throw new YardmasterException(
          ErrorCode.TOO_MANY_KEYS,
          "a transaction has at most " + maxKeys + " writes",
          "writes",
          maxKeys + 1);
    }
    writes.put(key, value);
  }

  Map<Key, byte[]> writes() {
    return writes;
  }
}
