package dev.yardmaster.client.testing;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.logic.DeclarationRound;
import dev.yardmaster.api.logic.DeclaredKeys;
import dev.yardmaster.api.logic.DeclaredTransaction;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.RegisteredProcedure;
import dev.yardmaster.api.logic.ScannedEntries;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;

/**
 * One run of a procedure. The object collects the keys that the procedure declares, round by round,
 * and the writes.
 */
@NullUnmarked // Internal: fields and results may be null.
final class FakeRun implements DeclaredKeys {

  private final FakeStore store;
  private final FakeLimits limits;
  private final Map<Key, FakeStore.Cell> reads = new LinkedHashMap<>();
  private final Map<Scan, FakeStore.Found> scans = new LinkedHashMap<>();
  private final Set<Key> writeSet = new HashSet<>();
  private final Map<Key, byte[]> written = new LinkedHashMap<>();

  /**
   * The keys that the procedure declares in the current round. The procedure can read these keys
   * after the end of the round.
   */
  private final Map<Key, FakeStore.Cell> moreReads = new LinkedHashMap<>();

  private final Map<Scan, FakeStore.Found> moreScans = new LinkedHashMap<>();
  private boolean declaredMore;

  FakeRun(FakeStore store, FakeLimits limits) {
    this.store = store;
    this.limits = limits;
  }

  /**
   * Executes rounds of reads until a round declares no new key or scan, and then runs the
   * procedure's logic. Returns the {@link DeclaredTransaction} of the run.
   */
  DeclaredTransaction run(RegisteredProcedure registered, Object argument) {
    DeclaredTransaction transaction =
        new DeclaredTransaction(this, registered.name(), limits.maxValueBytes());
    transaction.run(
        handle -> {
          round(keys -> registered.procedure().declare(argument, keys));
          int rounds = 0;
          do {
            if (++rounds > limits.maxRounds()) {
              throw Failures.tooManyRounds(limits.maxRounds(), registered.name());
            }
            round(keys -> registered.procedure().declareNext(argument, transaction.reads(), keys));
          } while (declaredMore);
          return registered.procedure().execute(argument, handle);
        });
    return transaction;
  }

  private interface Declaring {
    void declare(DeclarationRound keys);
  }

  private void round(Declaring declaring) {
    declaredMore = false;
    DeclarationRound round = new DeclarationRound(this);
    try {
      declaring.declare(round);
    } finally {
      round.end();
      reads.putAll(moreReads);
      scans.putAll(moreScans);
      moreReads.clear();
      moreScans.clear();
    }
  }

  Map<Key, FakeStore.Cell> reads() {
    return reads;
  }

  List<FakeStore.Found> scans() {
    return List.copyOf(scans.values());
  }

  @Override
  public void read(Key key) {
    Values.check(key);
    if (!reads.containsKey(key) && moreReads.put(key, store.at(key)) == null) {
      declared("reads", reads.size() + moreReads.size(), limits.maxKeys());
    }
  }

  @Override
  public void write(Key key) {
    if (writeSet.add(Values.check(key))) {
      declared("writes", writeSet.size(), limits.maxKeys());
    }
  }

  @Override
  public void scan(Scan scan) {
    Values.check(scan.from());
    if (!scans.containsKey(scan) && moreScans.put(scan, store.find(scan)) == null) {
      declared("scans", scans.size() + moreScans.size(), Scan.MAX_PER_TRANSACTION);
    }
  }

  private void declared(String what, int count, int most) {
    declaredMore = true;
    if (count > most) {
      throw Failures.tooMany(what, most, count);
    }
  }

  @Override
  public byte[] current(Key key) {
    if (written.containsKey(key)) {
      return written.get(key);
    }
    return reads.containsKey(key) ? reads.get(key).value() : UNDECLARED;
  }

  @Override
  public boolean buffer(Key key, byte[] value) {
    if (writeSet.contains(key)) {
      written.put(key, value);
    }
    return writeSet.contains(key);
  }

  @Override
  public ScannedEntries scanned(Scan scan) {
    return scans.containsKey(scan) ? scans.get(scan).entries() : null;
  }

  @Override
  public Map<Key, byte[]> written() {
    return written;
  }
}
