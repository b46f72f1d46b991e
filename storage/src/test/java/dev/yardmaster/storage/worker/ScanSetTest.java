package dev.yardmaster.storage.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.ReadSet;
import dev.yardmaster.storage.VersionedStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares scans over several shards and logical ranges with a single sorted map. */
class ScanSetTest {

  private static final int KEYS = 60;

  private final NavigableMap<Key, Integer> all = new TreeMap<>();
  private final List<VersionedStore> shards = new ArrayList<>();

  private static Key key(int number) {
    return Key.of("t", number);
  }

  private void fill(SplittableRandom random, int shardCount) {
    for (int i = 0; i < shardCount; i++) {
      shards.add(new InMemoryStore());
    }
    for (int i = 0; i < KEYS; i++) {
      if (random.nextInt(3) > 0) {
        boolean deleted = random.nextInt(4) == 0;
        shards
            .get(random.nextInt(shardCount))
            .write(key(i), i, deleted ? null : new byte[] {(byte) i}, i + 1);
        all.put(key(i), deleted ? -1 : i);
      }
    }
    shards.forEach(shard -> shard.write(Key.of("u", 1), 1_000, new byte[1], 1));
  }

  /** Finds the logical range of a key. Each range has 10 keys and a distinct mark. */
  private static void tens(Key key, boolean below, RangeMarks.Mark found) {
    int number = !key.table().equals("t") ? KEYS - 1 : (int) key.number() - (below ? 1 : 0);
    int ten = number / 10;
    found.set(ten == 0 ? null : key(10 * ten), ten == 5 ? null : key(10 * ten + 10), 100 + ten);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aScanFindsWhatASortedMapHas(int shardCount) {
    for (long seed = 0; seed < 300; seed++) {
      String replay = "shards=" + shardCount + ", seed=" + seed;
      SplittableRandom random = new SplittableRandom(seed);
      all.clear();
      shards.clear();
      fill(random, shardCount);
      int from = random.nextInt(KEYS);
      int to = from + random.nextInt(KEYS - from + 1);
      boolean toEnd = random.nextInt(5) == 0;
      boolean backward = random.nextBoolean();
      int limit = 1 + random.nextInt(20);
      Scan scan = new Scan(key(from), toEnd ? null : key(to), limit, backward);

      ScanSet scans = new ScanSet(shardCount);
      scans.add(scan, limit);
      Queue<StorageRequest> replies = new ArrayDeque<>();
      for (int shard = 0; shard < shardCount; shard++) {
        ReadRequest request = new ReadRequest(0, replies, new ReadSet(), scans, shard);
        request.scanFrom(0);
        request.serve(shards.get(shard), 0, ScanSetTest::tens);
      }
      scans.merge(0);

      List<Key> wanted = new ArrayList<>();
      List<Key> found = new ArrayList<>();
      NavigableMap<Key, Integer> range = all.subMap(key(from), true, key(toEnd ? KEYS : to), false);
      Key last = null;
      for (var entry : (backward ? range.descendingMap() : range).entrySet()) {
        if (entry.getValue() >= 0 && wanted.size() < limit) {
          wanted.add(entry.getKey());
          last = entry.getKey();
        }
      }
      boolean cut = wanted.size() == limit;
      for (int i = 0; i < scans.entries(0); i++) {
        if (scans.value(0, i) != null) {
          found.add(scans.key(0, i));
        }
      }
      assertEquals(wanted, found, replay);
      assertEquals(cut, scans.isCut(0), replay);
      for (int i = 0; i < KEYS; i++) {
        boolean inRange = i >= from && (toEnd || i < to);
        boolean inScope =
            inRange
                && (!cut || (backward ? key(i).compareTo(last) >= 0 : key(i).compareTo(last) <= 0));
        long seen = !inScope ? ScanSet.NOT_SCANNED : all.containsKey(key(i)) ? i + 1 : 0;
        assertEquals(seen, scans.versionSeen(0, key(i)), replay + ", key=" + i);
        // Every key in the scope of the scan must be in a predicate. Each shard may add at most
        // one predicate that contains the key.
        int predicates = 0;
        for (int p = 0; p < scans.predicates(0); p++) {
          if (scans.start(0, p).compareTo(key(i)) <= 0 && key(i).compareTo(scans.end(0, p)) < 0) {
            predicates++;
            assertEquals(100 + i / 10, scans.installedThrough(0, p), replay + ", key=" + i);
          }
        }
        if (inScope) {
          assertTrue(predicates >= 1 && predicates <= shardCount, replay + ", key=" + i);
        }
      }
    }
  }
}
