package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryFormatException;
import dev.yardmaster.history.HistoryReader;
import dev.yardmaster.history.HistoryVisitor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Collects the writes to notes in a history, by commit version. */
final class RecordedNotes implements HistoryVisitor {

  /**
   * A transaction that wrote to notes or to other keys.
   *
   * @param endNs the time at which the service answered the transaction's caller
   * @param digests digests of the values that the transaction wrote to notes, by note
   */
  record Written(long version, long endNs, Map<Integer, Integer> digests) {}

  private final Map<Key, Integer> notes = new HashMap<>();
  private final Map<Integer, String> tables = new HashMap<>();
  private final Map<Long, Written> byVersion = new HashMap<>();
  private Written current;

  private RecordedNotes(int count) {
    for (int note = 0; note < count; note++) {
      notes.put(LedgerKeys.note(note), note);
    }
  }

  /** Returns the transactions of a history that have a commit version, by this version. */
  static Map<Long, Written> of(byte[] history, int notes) throws HistoryFormatException {
    RecordedNotes read = new RecordedNotes(notes);
    HistoryReader.read(history, read);
    return read.byVersion;
  }

  @Override
  public void table(int table, String name) {
    tables.put(table, name);
  }

  @Override
  public void begin(long transactionId, long commitVersion, long beginNs, long endNs) {
    current = new Written(commitVersion, endNs, new HashMap<>());
    if (commitVersion > 0) {
      byVersion.put(commitVersion, current);
    }
  }

  @Override
  public void read(int table, long number, long version, int digest) {
    // Reads are ignored here, because the checker checks them.
  }

  @Override
  public void read(
      int table,
      Key.Kind kind,
      byte[] buffer,
      int idOffset,
      int idLength,
      long version,
      int digest) {
    // Scans are ignored here, because the checker checks them as reads.
  }

  @Override
  public void write(int table, long number, long version, int digest) {
    wrote(Key.of(tables.get(table), number), digest);
  }

  @Override
  public void write(
      int table,
      Key.Kind kind,
      byte[] buffer,
      int idOffset,
      int idLength,
      long version,
      int digest) {
    byte[] id = Arrays.copyOfRange(buffer, idOffset, idOffset + idLength);
    String name = tables.get(table);
    wrote(
        kind == Key.Kind.TEXT
            ? Key.of(name, new String(id, StandardCharsets.UTF_8))
            : Key.restored(name, id),
        digest);
  }

  private void wrote(Key key, int digest) {
    Integer note = notes.get(key);
    if (note != null) {
      current.digests.put(note, digest);
    }
  }

  @Override
  public void end() {
    current = null;
  }
}
