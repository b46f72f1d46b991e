package dev.yardmaster.api.logic;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of an interactive transaction. The run requests keys on demand, and requests each key
 * only once.
 */
public final class InteractiveTransaction extends BufferedTransaction {

  private final Source source;
  private final int maxKeys;
  private final Map<Key, byte[]> reads = new HashMap<>();
  private final Map<Key, byte[]> writes = new LinkedHashMap<>();

  /** The source of the values that the run reads. */
  public interface Source {

    /**
     * Returns the values of keys, in the order of the keys; null if a key has no value. The arrays
     * are not copies.
     *
     * @throws YardmasterException if the keys are refused, or if the transaction has already ended
     */
    byte[][] values(List<Key> keys);

    /**
     * Returns the entries that a scan finds. The arrays are not copies.
     *
     * @throws YardmasterException if the scan is refused, or if the transaction has already ended
     */
    ScannedEntries scan(Scan scan);
  }

  /** Creates a run that has not read or written any key. */
  public InteractiveTransaction(Source source, int maxKeys, int maxValueBytes) {
    super(maxValueBytes);
    this.source = source;
    this.maxKeys = maxKeys;
  }

  @Override
  protected byte[] current(Key key) {
    if (writes.containsKey(key)) {
      return writes.get(key);
    }
    if (reads.containsKey(key)) {
      return reads.get(key);
    }
    byte[] value = source.values(List.of(key))[0];
    reads.put(key, value);
    return value;
  }

  @Override
  protected void fetch(Collection<Key> keys) {
    List<Key> unseen =
        keys.stream()
            .filter(key -> !writes.containsKey(key) && !reads.containsKey(key))
            .distinct()
            .toList();
    if (!unseen.isEmpty()) {
      byte[][] values = source.values(unseen);
      for (int i = 0; i < values.length; i++) {
        reads.put(unseen.get(i), values[i]);
      }
    }
  }

  @Override
  protected ScannedEntries scanned(Scan scan) {
    return source.scan(asked(scan));
  }

  /** Returns the scan to send to the source when the logic requests a scan. */
  public Scan asked(Scan scan) {
    // The source may return entries that the transaction has deleted, and the logic does not get
    // these entries. Therefore the limit is increased by the number of deletions in the range.
    int deleted = 0;
    for (Map.Entry<Key, byte[]> write : writes.entrySet()) {
      if (write.getValue() == null && scan.covers(write.getKey())) {
        deleted++;
      }
    }
    int limit = Math.min(Scan.MAX_LIMIT, scan.limit() + deleted);
    return new Scan(scan.from(), scan.to(), limit, scan.backward());
  }

  @Override
  protected Map<Key, byte[]> written() {
    return writes;
  }

  @Override
  protected void buffer(Key key, byte[] value) {
    if (writes.size() == maxKeys && !writes.containsKey(key)) {
      throw Failures.tooMany("writes", maxKeys, maxKeys + 1);
    }
    writes.put(key, value);
  }

  /** Returns the writes. Null means that the key is deleted. */
  public Map<Key, byte[]> writes() {
    return writes;
  }
}
