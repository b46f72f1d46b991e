package dev.yardmaster.play.session;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.play.text.KeyText;
import dev.yardmaster.play.text.ValueText;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One step of an interactive transaction. The session's thread runs the step. */
@FunctionalInterface
public interface Step {

  /**
   * Runs the step and returns its result for the user.
   *
   * @throws dev.yardmaster.api.YardmasterException if the step was refused, or the transaction has
   *     ended
   */
  String run(Transaction transaction, Accesses accesses);

  /** Reads the values of keys. */
  static Step get(List<Key> keys) {
    return (transaction, accesses) -> {
      Map<Key, byte[]> values = transaction.getAll(keys);
      values.keySet().forEach(accesses::read);
      return values.entrySet().stream().map(Step::entry).collect(Collectors.joining("\n"));
    };
  }

  /** Sets the value of a key. */
  static Step put(Key key, byte[] value) {
    return (transaction, accesses) -> {
      transaction.put(key, value);
      accesses.write(key, value);
      return KeyText.of(key) + " := " + ValueText.of(value);
    };
  }

  /** Adds {@code number} to the number that is the value of a key. */
  static Step add(Key key, long number) {
    return (transaction, accesses) -> {
      long before = transaction.getLong(key);
      accesses.read(key);
      String sum = Long.toString(before + number);
      put(key, ValueText.parse(sum)).run(transaction, accesses);
      return KeyText.of(key) + " = " + before + ", := " + sum;
    };
  }

  /** Removes the value of a key. */
  static Step delete(Key key) {
    return (transaction, accesses) -> {
      transaction.delete(key);
      accesses.write(key, null);
      return KeyText.of(key) + " deleted";
    };
  }

  /** Reads the entries of a range. */
  static Step scan(Scan scan) {
    return (transaction, accesses) -> {
      Map<Key, byte[]> found = transaction.scan(scan);
      accesses.scan(scan, found.keySet());
      return found.isEmpty()
          ? "no entry in the range"
          : found.entrySet().stream().map(Step::entry).collect(Collectors.joining("\n"));
    };
  }

  private static String entry(Map.Entry<Key, byte[]> entry) {
    return KeyText.of(entry.getKey()) + " = " + ValueText.of(entry.getValue());
  }
}
