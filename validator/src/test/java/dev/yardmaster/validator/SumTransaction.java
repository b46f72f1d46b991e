package dev.yardmaster.validator;

import dev.yardmaster.api.Key;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A transaction whose logic writes the sum of all values that it reads, plus its own id, to all
 * keys that it writes. In a repair, the transaction may write other keys than in the first run.
 */
final class SumTransaction implements ValidatedTransaction {

  /** The result of a read. */
  record Read(long key, long value, long version, long freshThrough) {}

  private final ValidationRequest request;
  private final long id;
  private List<Read> reads = new ArrayList<>();
  private long[] writes = {};
  private long[] writesAgain = {};
  private Rerun failure = Rerun.DONE;
  private Runnable whileItRuns = () -> {};
  private int reruns;
  private int logged;
  private long budgetNs;

  SumTransaction(ValidationRequest request, long id) {
    this.request = request;
    this.id = id;
  }

  /** Returns the fingerprint of a key. Keys with the same last digit have the same fingerprint. */
  static long fingerprint(long key) {
    return key % 10;
  }

  static byte[] bytes(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  static long number(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }

  SumTransaction reads(long key, long value, long version) {
    return reads(key, value, version, version);
  }

  SumTransaction reads(long key, long value, long version, long freshThrough) {
    reads.add(new Read(key, value, version, freshThrough));
    return this;
  }

  SumTransaction writes(long... keys) {
    writes = keys;
    writesAgain = keys;
    return this;
  }

  /** Sets the keys that a repair writes. */
  SumTransaction writesAgain(long... keys) {
    writesAgain = keys;
    return this;
  }

  /** Sets the result of a repair in which all values are known. */
  SumTransaction endsWith(Rerun rerun) {
    failure = rerun;
    return this;
  }

  /** Sets an action that runs during a repair. */
  SumTransaction whileItRuns(Runnable happens) {
    whileItRuns = happens;
    return this;
  }

  @Override
  public void toBeLogged() {
    logged++;
  }

  /** Returns how often the transaction was passed to the log. */
  int logged() {
    return logged;
  }

  /** Fills the request. The request's begin method must have been called before. */
  SumTransaction fill() {
    reads.forEach(read -> request.read(fingerprint(read.key()), read.freshThrough()));
    for (int i = 0; i < writes.length; i++) {
      request.write(fingerprint(writes[i]), i);
    }
    return this;
  }

  ValidationRequest request() {
    return request;
  }

  List<Read> reads() {
    return reads;
  }

  long[] writes() {
    return writes;
  }

  /** Returns the value that is written to each key. */
  long sum() {
    return id + reads.stream().mapToLong(Read::value).sum();
  }

  int reruns() {
    return reruns;
  }

  /** Returns the time budget of the last repair, in ns. */
  long budgetNs() {
    return budgetNs;
  }

  @Override
  public Key writtenKey(int position) {
    return Keys.key(writes[position]);
  }

  @Override
  public boolean canBeScanned(int position) {
    return false;
  }

  @Override
  public int scanOf(Key key) {
    return NOT_SCANNED;
  }

  @Override
  public long versionSeen(int scan, Key key) {
    return NOT_SCANNED;
  }

  @Override
  public byte[] writtenValue(int position) {
    return bytes(sum());
  }

  @Override
  public Rerun runAgain(NewestValues newest, long nowNs, long mostNs) {
    budgetNs = mostNs;
    whileItRuns.run();
    List<Read> found = new ArrayList<>();
    for (Read read : reads) {
      switch (newest.find(fingerprint(read.key()), Keys.key(read.key()), read.freshThrough())) {
        case UNCHANGED -> found.add(read);
        case NEWER ->
            found.add(
                new Read(read.key(), number(newest.value()), newest.version(), newest.version()));
        case UNKNOWN -> {
          return Rerun.UNKNOWN_KEY;
        }
      }
    }
    if (failure != Rerun.DONE) {
      return failure;
    }
    reruns++;
    reads = found;
    writes = writesAgain;
    request.beginAccesses();
    fill();
    return Rerun.DONE;
  }
}
