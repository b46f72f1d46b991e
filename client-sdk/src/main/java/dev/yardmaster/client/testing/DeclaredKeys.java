package dev.yardmaster.client.testing;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.logic.Values;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The keys that a procedure declared, round by round, with the values that it may read. */
final class DeclaredKeys {

  private final FakeStore store;
  private final int maxKeys;
  private final Map<Key, FakeStore.Cell> reads = new LinkedHashMap<>();
  private final Map<Scan, FakeStore.Found> scans = new LinkedHashMap<>();
  private final Set<Key> writes = new LinkedHashSet<>();

  DeclaredKeys(FakeStore store, int maxKeys) {
    this.store = store;
    this.maxKeys = maxKeys;
  }

  /** Runs a procedure's declarations until they declare nothing new. */
  <A> void declare(Procedure<A, ?> procedure, A argument, int maxRounds) {
    Round first = new Round();
    try {
      procedure.declare(argument, first);
    } finally {
      first.end();
    }
    for (int rounds = 1; ; rounds++) {
      if (rounds > maxRounds) {
        throw new YardmasterException(
            ErrorCode.TOO_MANY_ROUNDS,
            "a procedure declares keys in at most " + maxRounds + " rounds",
            "procedure",
            procedure.name());
      }
      Round next = new Round();
      try {
        procedure.declareNext(argument, new SoFar(), next);
      } finally {
        next.end();
      }
      if (!next.declaredMore) {
        return;
      }
    }
  }

  /** The value of a key that may be read. */
  byte[] value(Key key) {
    FakeStore.Cell cell = reads.get(key);
    if (cell == null) {
      throw undeclared(key);
    }
    return cell.value();
  }

  /** What a scan has found that may be asked for. */
  ScannedEntries scanned(Scan scan) {
    FakeStore.Found found = scans.get(scan);
    if (found == null) {
      throw new YardmasterException(
          ErrorCode.UNDECLARED_KEY, "the procedure did not declare the scan", "scan", scan);
    }
    return found.entries();
  }

  void checkWrite(Key key) {
    if (!writes.contains(key)) {
      throw undeclared(key);
    }
  }

  Map<Key, FakeStore.Cell> reads() {
    return reads;
  }

  List<FakeStore.Found> scans() {
    return List.copyOf(scans.values());
  }

  private static YardmasterException undeclared(Key key) {
    return new YardmasterException(
        ErrorCode.UNDECLARED_KEY, "the procedure did not declare the key so", "key", key);
  }

  /** Takes what one round declares. */
  private final class Round implements KeyDeclaration {

    private final Map<Key, FakeStore.Cell> moreReads = new LinkedHashMap<>();
    private final Map<Scan, FakeStore.Found> moreScans = new LinkedHashMap<>();
    private boolean over;
    private boolean declaredMore;

    /** Only now can be read what it declared. */
    void end() {
      over = true;
      reads.putAll(moreReads);
      scans.putAll(moreScans);
    }

    @Override
    public void read(Key key) {
      check(key);
      if (!reads.containsKey(key) && moreReads.put(key, store.at(key)) == null) {
        declaredMore = true;
        int count = reads.size() + moreReads.size();
        if (count > maxKeys) {
          throw Failures.tooMany("reads", maxKeys, count);
        }
      }
    }

    @Override
    public void write(Key key) {
      check(key);
      if (writes.add(key)) {
        declaredMore = true;
        if (writes.size() > maxKeys) {
          throw Failures.tooMany("writes", maxKeys, writes.size());
        }
      }
    }

    @Override
    public void scan(Scan scan) {
      check(scan.from());
      if (!scans.containsKey(scan) && moreScans.put(scan, store.find(scan)) == null) {
        declaredMore = true;
        int count = scans.size() + moreScans.size();
        if (count > Scan.MAX_PER_TRANSACTION) {
          throw Failures.tooMany("scans", Scan.MAX_PER_TRANSACTION, count);
        }
      }
    }

    private void check(Key key) {
      Values.check(key);
      if (over) {
        throw new YardmasterException(
            ErrorCode.TRANSACTION_OVER, "the round of declarations has ended", "key", key);
      }
    }
  }

  /** What earlier rounds read; not more than that, whatever it is cast to. */
  private final class SoFar implements Reads {

    @Override
    public byte[] get(Key key) {
      byte[] value = value(Values.check(key));
      return value == null ? null : value.clone();
    }

    @Override
    public long getLong(Key key) {
      return Values.toLong(key, value(Values.check(key)));
    }

    @Override
    public Map<Key, byte[]> scan(Scan scan) {
      return scanned(scan).under(scan, Map.of());
    }

    @Override
    public boolean contains(Key key) {
      return value(Values.check(key)) != null;
    }
  }
}
