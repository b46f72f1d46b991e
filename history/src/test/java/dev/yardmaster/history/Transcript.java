package dev.yardmaster.history;

import dev.yardmaster.api.Key;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A visitor that writes each call as a line; it can also produce the same lines from recorded
 * transactions, for comparison.
 */
final class Transcript implements HistoryVisitor {

  private final List<String> tables = new ArrayList<>();
  private final List<List<String>> transactions = new ArrayList<>();
  private List<String> current;

  static Transcript of(byte[] history) throws HistoryFormatException {
    Transcript transcript = new Transcript();
    HistoryReader.read(history, transcript);
    return transcript;
  }

  /** Returns the lines of each transaction. */
  List<List<String>> transactions() {
    return transactions;
  }

  static String beginLine(long id, long commitVersion, long beginNs, long endNs) {
    return "begin " + id + " commit=" + commitVersion + " from " + beginNs + " to " + endNs;
  }

  static String accessLine(String what, Key key, long version, int digest) {
    return what + " " + key.kind() + " " + key + " version=" + version + " digest=" + digest;
  }

  @Override
  public void table(int table, String name) {
    if (table != tables.size()) {
      throw new AssertionError(
          "table " + table + " was defined after " + tables.size() + " others");
    }
    tables.add(name);
  }

  @Override
  public void begin(long transactionId, long commitVersion, long beginNs, long endNs) {
    current = new ArrayList<>();
    current.add(beginLine(transactionId, commitVersion, beginNs, endNs));
  }

  @Override
  public void read(int table, long number, long version, int digest) {
    current.add(accessLine("read", Key.of(tables.get(table), number), version, digest));
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
    Key key = key(table, kind, buffer, idOffset, idLength);
    current.add(accessLine("read", key, version, digest));
  }

  @Override
  public void write(int table, long number, long version, int digest) {
    current.add(accessLine("write", Key.of(tables.get(table), number), version, digest));
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
    Key key = key(table, kind, buffer, idOffset, idLength);
    current.add(accessLine("write", key, version, digest));
  }

  @Override
  public void end() {
    transactions.add(current);
    current = null;
  }

  private Key key(int table, Key.Kind kind, byte[] buffer, int idOffset, int idLength) {
    byte[] id = Arrays.copyOfRange(buffer, idOffset, idOffset + idLength);
    return kind == Key.Kind.TEXT
        ? Key.of(tables.get(table), new String(id, StandardCharsets.UTF_8))
        : Key.of(tables.get(table), id);
  }
}
