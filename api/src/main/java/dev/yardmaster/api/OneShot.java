package dev.yardmaster.api;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that is stated as data: keys to read, conditions that must hold, and writes. A
 * one-shot transaction needs no {@link Procedure} and no thread of the caller. {@link
 * TransactionService#submit(OneShot)} runs it. Instances are immutable; any thread may submit an
 * instance, and may submit it several times.
 *
 * <p>The transaction has three steps: first all reads, then the conditions in the given order, and
 * then the writes in the given order. The order in which the builder's methods are called does not
 * change the order of the steps. Reads and conditions therefore see only committed values. Writes
 * see earlier writes: {@code add} after {@code put} adds to the value that was put. The first
 * condition that does not hold aborts the transaction with {@link AbortCause#USER}. The reason
 * names the key, the required value and the value that was found. An {@code add} with a sum outside
 * the range of a long also aborts the transaction.
 *
 * <p>A statement that works on a number treats a key without a value as 0. If the value does not
 * have 8 bytes, the outcome is {@link ErrorCode#NOT_A_NUMBER}.
 */
public final class OneShot {

  /**
   * The procedure that runs one-shot transactions. Every service can run this procedure without a
   * call of {@code register}.
   */
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

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Passes the statements to a target: the reads, then the conditions, then the writes, each in
   * their order.
   */
  public void stateTo(Statements target) {
    reads.keys().forEach(target::read);
    conditions.forEach(condition -> condition.stateTo(target));
    writes.forEach(write -> write.stateTo(target));
  }

  /** Returns the keys that the transaction reads, in the order of the statements. */
  public List<Key> reads() {
    return reads.keys();
  }

  /**
   * Creates the result from the values that a remote service returned.
   *
   * @param values the values of {@link #reads}, in the order of the keys; null if a key had no
   *     value; the result takes ownership of the array
   */
  public Result resultOf(byte[] @Nullable [] values) {
    if (values.length != reads.size()) {
      throw new IllegalArgumentException(
          "a result of " + reads.size() + " reads does not have " + values.length + " values");
    }
    return new Result(reads, values);
  }

  /** Receives the statements of a transaction. */
  public interface Statements {

    /** Receives a read; see {@link Builder#read}. */
    void read(Key key);

    /** Receives a condition; see {@link Builder#require}. The value must not be changed. */
    void require(Key key, byte[] value);

    /** Receives a condition; see {@link Builder#requireAbsent}. */
    void requireAbsent(Key key);

    /** Receives a condition; see {@link Builder#requireAtLeast}. */
    void requireAtLeast(Key key, long least);

    /** Receives a write; see {@link Builder#put}. The value must not be changed. */
    void put(Key key, byte[] value);

    /** Receives a write; see {@link Builder#putLong}. */
    void putLong(Key key, long value);

    /** Receives a write; see {@link Builder#add}. */
    void add(Key key, long delta);

    /** Receives a write; see {@link Builder#delete}. */
    void delete(Key key);
  }

  void declare(KeyDeclaration keys) {
    uses.declare(keys);
  }

  Result run(Transaction transaction) {
    byte[] @Nullable [] values = new byte[reads.size()][];
    for (int i = 0; i < values.length; i++) {
      Key key = reads.key(i);
      values[i] =
          transaction instanceof SharedValues stored ? stored.shared(key) : transaction.get(key);
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
   * The values of the keys that a transaction read with {@link Builder#read}, as they were before
   * the transaction's own writes. Instances are immutable.
   */
  public static final class Result {

    private final KeyList keys;
    private final byte[] @Nullable [] values;

    Result(KeyList keys, byte[] @Nullable [] values) {
      this.keys = keys;
      this.values = values;
    }

    /** Returns the number of keys that were read. */
    public int size() {
      return values.length;
    }

    /**
     * Returns the value of the key at {@code index}, or null if the key had no value. The array
     * must not be changed.
     */
    public byte @Nullable [] valueAt(int index) {
      return values[index];
    }

    KeyList keys() {
      return keys;
    }

    byte[] @Nullable [] values() {
      return values;
    }

    /**
     * Returns the value of a key, or null if the key had no value. The caller owns the array.
     *
     * @throws YardmasterException {@link ErrorCode#UNDECLARED_KEY} if the key was not read; {@link
     *     ErrorCode#BAD_KEY} for null
     */
    public byte @Nullable [] get(Key key) {
      byte @Nullable [] value = value(key);
      return value == null ? null : value.clone();
    }

    /**
     * Returns the value of a key as a number; 0 if the key had no value.
     *
     * @throws YardmasterException {@link ErrorCode#NOT_A_NUMBER} if the value does not have 8
     *     bytes; and the errors of {@link #get}
     */
    public long getLong(Key key) {
      return Values.toLong(key, value(key));
    }

    /**
     * Returns whether a key had a value.
     *
     * @throws YardmasterException in the same cases as {@link #get}
     */
    public boolean contains(Key key) {
      return value(key) != null;
    }

    private byte @Nullable [] value(Key key) {
      int position = keys.indexOf(Values.check(key));
      if (position < 0) {
        throw new YardmasterException(
            ErrorCode.UNDECLARED_KEY,
            "a result contains only keys that were stated with read",
            "key",
            key);
      }
      return values[position];
    }
  }

  /**
   * Builds a transaction. A null key causes {@link ErrorCode#BAD_KEY}; a null value causes {@link
   * ErrorCode#BAD_VALUE}. Arrays are copied. The service limits the number of keys and the length
   * of values, and reports a violation in the outcome. Only one thread may use a builder.
   */
  public static final class Builder {

    private final KeyUses uses = new KeyUses();
    private final KeyList reads = new KeyList();
    private final List<Statement> conditions = new ArrayList<>();
    private final List<Statement> writes = new ArrayList<>();

    private Builder() {}

    /**
     * Reads a key, so that the {@link Result} contains the key's value. A second call for a key has
     * no effect.
     */
    public Builder read(Key key) {
      uses.need(Values.check(key));
      if (reads.indexOf(key) < 0) {
        reads.add(key);
      }
      return this;
    }

    /** Requires that the key has exactly this value. */
    public Builder require(Key key, byte[] value) {
      return condition(Statement.require(Values.check(key), copy(key, value)));
    }

    /** Requires that the key has no value. */
    public Builder requireAbsent(Key key) {
      return condition(Statement.requireAbsent(Values.check(key)));
    }

    /** Requires that the key's value is a number of at least {@code least}. */
    public Builder requireAtLeast(Key key, long least) {
      return condition(Statement.requireAtLeast(Values.check(key), least));
    }

    /** Sets the key's value. */
    public Builder put(Key key, byte[] value) {
      return write(Statement.put(Values.check(key), copy(key, value)));
    }

    /** Sets the key's value to a number, encoded as by {@link Transaction#putLong}. */
    public Builder putLong(Key key, long value) {
      return write(Statement.putLong(Values.check(key), value));
    }

    /** Adds {@code delta}, which may be negative, to the number in the key's value. */
    public Builder add(Key key, long delta) {
      if (!uses.isWritten(Values.check(key))) {
        uses.need(key);
      }
      return write(Statement.add(key, delta));
    }

    /** Removes the key's value, if the key has a value. */
    public Builder delete(Key key) {
      return write(Statement.delete(Values.check(key)));
    }

    /**
     * Returns a transaction with the statements so far. Statements that are added later affect only
     * transactions that are built later.
     *
     * @throws YardmasterException {@link ErrorCode#EMPTY_TRANSACTION} if the builder has no
     *     statements
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
            ErrorCode.BAD_VALUE,
            "a value must not be null; see requireAbsent and delete",
            "key",
            key);
      }
      return value.clone();
    }
  }
}
