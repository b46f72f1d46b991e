package dev.yardmaster.proof.checker;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryVisitor;
import java.io.IOException;

/** The columns of a history. The class visits the history and fills the columns. */
final class HistoryColumns implements HistoryVisitor {

  final TransactionColumns transactions;
  final AccessColumns reads;
  final AccessColumns writes;
  final KeyDictionary keys = new KeyDictionary();
  private int transaction;

  HistoryColumns(HistorySize size) throws IOException {
    transactions = new TransactionColumns(size.transactions());
    reads = new AccessColumns(size.transactions(), size.reads());
    writes = new AccessColumns(size.transactions(), size.writes());
  }

  @Override
  public void table(int table, String name) {
    keys.addTable(name);
  }

  @Override
  public void begin(long transactionId, long commitVersion, long beginNs, long endNs) {
    transactions.ids[transaction] = transactionId;
    transactions.commitVersions[transaction] = commitVersion;
    transactions.beginsNs[transaction] = beginNs;
    transactions.endsNs[transaction] = endNs;
  }

  @Override
  public void read(int table, long number, long version, int digest) {
    reads.add(keys.of(table, number), version, digest);
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
    reads.add(keys.of(table, kind, buffer, idOffset, idLength), version, digest);
  }

  @Override
  public void write(int table, long number, long version, int digest) {
    writes.add(keys.of(table, number), version, digest);
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
    writes.add(keys.of(table, kind, buffer, idOffset, idLength), version, digest);
  }

  @Override
  public void end() {
    reads.end(transaction);
    writes.end(transaction);
    transaction++;
  }
}
