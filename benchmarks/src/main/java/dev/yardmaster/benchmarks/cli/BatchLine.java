package dev.yardmaster.benchmarks.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.yardmaster.reorder.AccessSets;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a batch of transactions from a line of JSON: {@code
 * {"transactions":[{"reads":["a",7],"writes":["b"],"weight":2}, …]}}. Keys are strings or integers;
 * a string and an integer are always different keys. A missing {@code reads} or {@code writes} is
 * empty, a missing {@code weight} is 1.
 */
final class BatchLine {

  private static final Set<String> FIELDS = Set.of("reads", "writes", "weight", "restarts");

  /** The exception for a line that is not a batch; the message names the error. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }

  private final Map<Object, Long> keys = new HashMap<>();
  private final AccessSets batch;

  private BatchLine(AccessSets batch) {
    this.batch = batch;
  }

  /** Replaces a batch's transactions by the transactions of a line. */
  static void fill(JsonNode line, AccessSets batch) throws Malformed {
    batch.clear();
    new BatchLine(batch).add(line);
  }

  private void add(JsonNode line) throws Malformed {
    JsonNode transactions = line.isObject() ? line.get("transactions") : null;
    if (transactions == null || !transactions.isArray()) {
      throw new Malformed("a batch is an object with an array \"transactions\"");
    }
    if (line.size() > 1) {
      throw new Malformed("the only field of a batch is \"transactions\"");
    }
    if (transactions.size() > AccessSets.MAX_TRANSACTIONS) {
      throw new Malformed(
          "a batch has at most "
              + AccessSets.MAX_TRANSACTIONS
              + " transactions: transactions="
              + transactions.size());
    }
    for (int t = 0; t < transactions.size(); t++) {
      addTransaction(transactions.get(t), "transaction " + t);
    }
  }

  private void addTransaction(JsonNode transaction, String name) throws Malformed {
    if (!transaction.isObject()) {
      throw new Malformed(name + " is not an object");
    }
    for (Iterator<String> fields = transaction.fieldNames(); fields.hasNext(); ) {
      String field = fields.next();
      if (!FIELDS.contains(field)) {
        throw new Malformed(
            name + " has the field \"" + field + "\"; known are reads, writes, weight, restarts");
      }
    }
    batch.begin(
        (int) number(transaction, "restarts", 0, 0, Integer.MAX_VALUE, name),
        number(transaction, "weight", 1, 1, Long.MAX_VALUE, name));
    for (JsonNode key : keysOf(transaction, "reads", name)) {
      batch.read(id(key, name));
    }
    for (JsonNode key : keysOf(transaction, "writes", name)) {
      batch.write(id(key, name));
    }
  }

  private static long number(
      JsonNode transaction, String field, long absent, long min, long max, String name)
      throws Malformed {
    JsonNode value = transaction.get(field);
    if (value == null) {
      return absent;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new Malformed(name + ": \"" + field + "\" is not a whole number: " + value);
    }
    if (value.longValue() < min || value.longValue() > max) {
      throw new Malformed(
          name + ": \"" + field + "\" is " + min + " to " + max + ": " + field + "=" + value);
    }
    return value.longValue();
  }

  private static Iterable<JsonNode> keysOf(JsonNode transaction, String field, String name)
      throws Malformed {
    JsonNode list = transaction.get(field);
    if (list == null) {
      return List.of();
    }
    if (!list.isArray()) {
      throw new Malformed(name + ": \"" + field + "\" is not an array");
    }
    return list;
  }

  private long id(JsonNode key, String name) throws Malformed {
    if (!key.isTextual() && !key.isIntegralNumber()) {
      throw new Malformed(name + ": a key is a string or a whole number: " + key);
    }
    Object value = key.isTextual() ? key.textValue() : key.bigIntegerValue();
    return keys.computeIfAbsent(value, unused -> (long) keys.size());
  }
}
