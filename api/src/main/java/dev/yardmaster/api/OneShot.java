package dev.yardmaster.api;

import java.util.ArrayList;
import java.util.List;

/**
 * A transaction stated as data: keys to read, conditions that must hold, and writes. It needs no
 * {@link Procedure} of its own and no thread; {@link TransactionService#submit(OneShot)} runs it.
 * Immutable, so that one may be submitted any number of times, by any thread.
 *
 * <p>It takes place in three steps, whatever the order of the builder's calls: all reads, then the
 * conditions in the order stated, then the writes in the order stated. So reads and conditions
 * concern values that others committed, and only writes see earlier writes: {@code add} after
 * {@code put} adds to what was put. The first condition that is not met aborts the transaction with
 * {@link AbortCause#USER} and a reason that names the key, what was required and what was found; so
 * does an {@code add} that leaves the range of a long.
 *
 * <p>Where a number is wanted, a key without a value counts as 0, and a value that does not have 8
 * bytes makes the outcome {@link ErrorCode#NOT_A_NUMBER}.
 */
public final class OneShot {

  /** What runs one-shot transactions; every service knows it without {@code register}. */
  public static final Procedure<OneShot, Result> PROCEDURE = new OneShotProcedure();

  private final KeyUses uses;
  private final KeyList reads;
  private final List<Statement> conditions;
  private final List<Statement> writes;

  private OneShot(Builder builder) {
    uses = new KeyUses(builder.uses);
    reads = new KeyList(builder.reads);
    conditions = List.copyOf(builder.conditions);
    writes = List.copyOf(builder.writes);
  }

  /** Begins to state a transaction. */
  public static Builder builder() {
    return new Builder();
  }

  /** Says it all again: the reads, then the conditions, then the writes, each in its order. */
  public void stateTo(Statements target) {
    reads.keys().forEach(target::read);
    conditions.forEach(condition -> condition.stateTo(target));
    writes.forEach(write -> write.stateTo(target));
  }

  /** The keys that it reads, in the order in which they were stated. */
  public List<Key> reads() {
    return reads.keys();
  }

  /**
   * A result as a service elsewhere gave it.
   *
   * @param values those of {@link #reads}, in their order, null where there was none; they become
   *     the result's
   */
  public Result resultOf(byte[][] values) {
    if (values.length != reads.size()) {
      throw new IllegalArgumentException(
          "a result of " + reads.size() + " reads does not have " + values.length + " values");
    }
    return new Result(reads, values);
  }

  /** Takes what a transaction states. */
  public interface Statements {

    /** See {@link Builder#read}. */
    void read(Key key);

    /** See {@link Builder#require}; the value is not to be changed. */
    void require(Key key, byte[] value);

    /** See {@link Builder#requireAbsent}. */
    void requireAbsent(Key key);

    /** See {@link Builder#requireAtLeast}. */
    void requireAtLeast(Key key, long least);

    /** See {@link Builder#put}; the value is not to be changed. */
    void put(Key key, byte[] value);

    /** See {@link Builder#putLong}. */
    void putLong(Key key, long value);

    /** See {@link Builder#add}. */
    void add(Key key, long delta);

    /** See {@link Builder#delete}. */
    void delete(Key key);
  }

  void declare(KeyDeclaration keys) {
    uses.declare(keys);
  }

  Result run(Transaction transaction) {
    byte[][] values = new byte[reads.size()][];
    for (int i = 0; i < values.length; i++) {
      values[i] = transaction.get(reads.key(i));
    }
    for (Statement condition : conditions) {
      condition.run(transaction);
    }
    for (Statement write : writes) {
      write.run(transaction);
    }
    return new Result(reads, values);
  }

  /**
   * The values of the keys that a transaction stated with {@link Builder#read}, as they were before
   * its own writes. Immutable.
   */
  public static final class Result {

    private final KeyList keys;
    private final byte[][] values;

    Result(KeyList keys, byte[][] values) {
      this.keys = keys;
      this.values = values;
    }

    /** How many keys were read. */
    public int size() {
      return values.length;
    }

    /**
     * The value of the key that was stated as the {@code index}-th to be read, or null; not to be
     * changed.
     */
    public byte[] valueAt(int index) {
      return values[index];
    }

    KeyList keys() {
      return keys;
    }

    byte[][] values() {
      return values;
    }

    /**
     * The value of a key, or null where there was none. The array is the caller's own.
     *
     * @throws YardmasterException {@link ErrorCode#UNDECLARED_KEY} if the key was not read; {@link
     *     ErrorCode#BAD_KEY} for null
     */
    public byte[] get(Key key) {
      byte[] value = value(key);
      return value == null ? null : value.clone();
    }

    /**
     * The value of a key as a number; 0 where there was none.
     *
     * @throws YardmasterException {@link ErrorCode#NOT_A_NUMBER} if the value does not have 8
     *     bytes; otherwise as {@link #get}
     */
    public long getLong(Key key) {
      return Values.toLong(key, value(key));
    }

    /**
     * Whether a key had a value.
     *
     * @throws YardmasterException as {@link #get}
     */
    public boolean contains(Key key) {
      return value(key) != null;
    }

    private byte[] value(Key key) {
      int position = keys.indexOf(Values.check(key));
      if (position < 0) {
        throw new YardmasterException(
            ErrorCode.UNDECLARED_KEY,
            "a result has only the keys that were stated with read",
            "key",
            key);
      }
      return values[position];
    }
  }

  /**
   * States a transaction. Null keys are {@link ErrorCode#BAD_KEY}, null values {@link
   * ErrorCode#BAD_VALUE}; arrays are copied. How many keys and how long values may be is up to the
   * service, which says so in the outcome. For one thread.
   */
  public static final class Builder {

    private final KeyUses uses = new KeyUses();
    private final KeyList reads = new KeyList();
    private final List<Statement> conditions = new ArrayList<>();
    private final List<Statement> writes = new ArrayList<>();

    private Builder() {}

    /** Its {@link Result} has the key's value. Stating it twice is the same as once. */
    public Builder read(Key key) {
      uses.need(Values.check(key));
      if (reads.indexOf(key) < 0) {
        reads.add(key);
      }
      return this;
    }

    /** The key must have just this value. */
    public Builder require(Key key, byte[] value) {
      return condition(Statement.require(Values.check(key), copy(key, value)));
    }

    /** The key must have no value. */
    public Builder requireAbsent(Key key) {
      return condition(Statement.requireAbsent(Values.check(key)));
    }

    /** The key's value must be a number that is {@code least} or more. */
    public Builder requireAtLeast(Key key, long least) {
      return condition(Statement.requireAtLeast(Values.check(key), least));
    }

    /** Sets the key's value. */
    public Builder put(Key key, byte[] value) {
      return write(Statement.put(Values.check(key), copy(key, value)));
    }

    /** Sets the key's value to a number, as {@link Transaction#putLong} does. */
    public Builder putLong(Key key, long value) {
      return write(Statement.putLong(Values.check(key), value));
    }

    /** Adds to the number that is the key's value; {@code delta} may be negative. */
    public Builder add(Key key, long delta) {
      if (!uses.isWritten(Values.check(key))) {
        uses.need(key);
      }
      return write(Statement.add(key, delta));
    }

    /** Removes the key's value, if it has one. */
    public Builder delete(Key key) {
      return write(Statement.delete(Values.check(key)));
    }

    /**
     * The transaction as stated so far; more may be stated afterwards for another.
     *
     * @throws YardmasterException {@link ErrorCode#EMPTY_TRANSACTION} if nothing was stated
     */
    public OneShot build() {
      if (uses.isEmpty()) {
        throw new YardmasterException(
            ErrorCode.EMPTY_TRANSACTION,
            "a one-shot transaction states at least one read, condition or write");
      }
      return new OneShot(this);
    }

    private Builder condition(Statement condition) {
      uses.need(condition.key());
      conditions.add(condition);
      return this;
    }

    private Builder write(Statement write) {
      uses.write(write.key());
      writes.add(write);
      return this;
    }

    private static byte[] copy(Key key, byte[] value) {
      if (value == null) {
        throw new YardmasterException(
            ErrorCode.BAD_VALUE, "a value is not null; see requireAbsent and delete", "key", key);
      }
      return value.clone();
    }
  }
}
