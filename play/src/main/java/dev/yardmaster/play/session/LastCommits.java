package dev.yardmaster.play.session;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.play.text.ValueText;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The last commit of each key by the prompt: its version, and the session or procedure that wrote
 * the key. The object does not know the commits of other clients of a server. Only the prompt's
 * thread uses the object.
 */
public final class LastCommits {

  /**
   * The last write of a key.
   *
   * @param version the commit version
   * @param writer the session or procedure that committed
   * @param valueText the value as the prompt prints it
   */
  public record Write(long version, String writer, String valueText) {

    /** Returns whether the key still has the value of this write. */
    public boolean isOf(byte[] found) {
      return valueText.equals(ValueText.of(found));
    }
  }

  private final Map<Key, Write> writes = new HashMap<>();
  private final Map<Long, String> writers = new HashMap<>();

  /** Records a commit with its writes; the value null is a deletion. */
  public void committed(
      String writer, Outcome.Committed<?> outcome, Map<Key, byte[]> writtenValues) {
    writers.put(outcome.transactionId(), writer);
    writtenValues.forEach(
        (key, value) -> {
          Write last = writes.get(key);
          if (last == null || last.version() <= outcome.commitVersion()) {
            writes.put(key, new Write(outcome.commitVersion(), writer, ValueText.of(value)));
          }
        });
  }

  /** Returns the last write of a key. */
  public Optional<Write> lastWrite(Key key) {
    return Optional.ofNullable(writes.get(key));
  }

  /** Returns the tables of all keys that the prompt has written. */
  public Set<String> tables() {
    return writes.keySet().stream().map(Key::table).collect(Collectors.toSet());
  }

  /**
   * Returns the writer of a conflict's key: a session, a procedure, or the number of a transaction;
   * empty if the writer is unknown.
   */
  Optional<String> writerIn(ConflictReport conflict) {
    long other = conflict.otherTransaction();
    if (other != ConflictReport.UNKNOWN_TRANSACTION) {
      String writer = writers.get(other);
      return Optional.of(writer == null ? "transaction " + other : writer);
    }
    return lastWrite(conflict.key())
        .filter(write -> write.version() == conflict.versionFound())
        .map(Write::writer);
  }
}
