package dev.yardmaster.validator;

import dev.yardmaster.api.Key;
import java.util.Map;
import java.util.TreeMap;

/** A transaction that scans a range of number keys, and writes other number keys. */
class RangeTransaction implements ValidatedTransaction {

  final int from;
  final int to;
  final Map<Integer, Long> seen = new TreeMap<>();
  private final int[] written;

  RangeTransaction(int from, int to, int... written) {
    this.from = from;
    this.to = to;
    this.written = written;
  }

  @Override
  public int scanOf(Key key) {
    return key.number() >= from && key.number() < to ? 0 : NOT_SCANNED;
  }

  @Override
  public long versionSeen(int scan, Key key) {
    return scanOf(key) == NOT_SCANNED ? NOT_SCANNED : seen.getOrDefault((int) key.number(), 0L);
  }

  @Override
  public boolean canBeScanned(int position) {
    return true;
  }

  @Override
  public Key writtenKey(int position) {
    return Keys.key(written[position]);
  }

  @Override
  public void toBeLogged() {}

  @Override
  public byte[] writtenValue(int position) {
    throw new AssertionError("the test must not request the written values");
  }

  @Override
  public Rerun runAgain(NewestValues newest, long nowNs, long budgetNs) {
    throw new AssertionError("the test must not run the transaction again");
  }
}
