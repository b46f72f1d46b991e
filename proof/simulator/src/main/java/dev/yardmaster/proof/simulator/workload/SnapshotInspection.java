package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotCursor;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Reads all accounts and all notes in one snapshot, in several steps, either by their keys or with
 * a cursor. The history records what the snapshot has read.
 */
public final class SnapshotInspection {

  /** Receives the results of inspections. */
  public interface Results {

    /** Records that a snapshot is about to be opened. */
    void opensSnapshot();

    /**
     * Records the sum of all accounts in a snapshot. A snapshot that is not strict may be older
     * than the accounts.
     */
    void inspected(long cents, boolean isStrict);

    /** Records the error with which a snapshot has failed. */
    void snapshotFailed(YardmasterException error);
  }

  private final SplittableRandom random;
  private final int accounts;
  private final int notes;
  private final Results results;

  /** Creates an inspection of a number of accounts and notes. */
  public SnapshotInspection(SplittableRandom random, int accounts, int notes, Results results) {
    this.random = random;
    this.accounts = accounts;
    this.notes = notes;
    this.results = results;
  }

  /**
   * Opens a snapshot, reads all data and closes the snapshot. The listener receives the sum or the
   * error.
   *
   * @param service opens the snapshot
   */
  public void run(Function<SnapshotOptions, Snapshot> service) {
    SnapshotOptions options =
        random.nextBoolean()
            ? SnapshotOptions.strict()
            : SnapshotOptions.staleBy(Duration.ofNanos(1 + random.nextInt(1_000_000)));
    if (random.nextInt(4) == 0) {
      options = options.withTimeout(Duration.ofMillis(1 + random.nextInt(5)));
    }
    results.opensSnapshot();
    try (Snapshot snapshot = service.apply(options)) {
      results.inspected(sum(snapshot), options.isStrict());
      readNotes(snapshot);
    } catch (YardmasterException error) {
      results.snapshotFailed(error);
    }
  }

  private long sum(Snapshot snapshot) {
    int byKeys = random.nextInt(accounts + 1);
    long cents = 0;
    for (int i = 0; i < byKeys; i++) {
      cents += snapshot.getLong(LedgerKeys.account(i));
    }
    SnapshotCursor rest = snapshot.cursor(LedgerKeys.account(byKeys), null, random.nextBoolean());
    while (rest.next()) {
      cents += Values.toLong(rest.key(), rest.value());
    }
    return cents;
  }

  private void readNotes(Snapshot snapshot) {
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < notes; i++) {
      keys.add(LedgerKeys.note(i));
    }
    var unused = snapshot.getAll(keys);
    SnapshotCursor all = snapshot.cursor(Key.of("note", Long.MIN_VALUE), null);
    while (all.next()) {
      var unusedValue = all.value();
    }
  }
}
