package dev.yardmaster.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The limit on the memory of all data that a service keeps. When the limit is reached, the service
 * refuses transactions that write values, so that it does not run out of memory. The service still
 * executes reads and deletions. But while a flush is about to free memory, all new transactions
 * wait ({@link #holdsBack}). Any thread may call the methods.
 */
public final class DataLimit {

  /** The object for a service that does not limit its data. */
  public static final DataLimit NONE = new DataLimit(Long.MAX_VALUE, () -> 0);

  /** The share of the heap that the data may occupy if no limit is configured, in percent. */
  private static final int PERCENT_OF_HEAP = 60;

  /** The share of the limit, in percent, at which the service begins to warn the operator. */
  private static final int PERCENT_WARNED = 90;

  /** The share of the limit, in percent, at which new transactions wait for a flush in progress. */
  private static final int PERCENT_HELD = 85;

  private final long maxBytes;
  private final LongSupplier bytes;
  private final BooleanSupplier freeing;

  /**
   * Creates a limit.
   *
   * @param maxBytes the limit, in bytes; 0 for the default share of the heap
   * @param bytes supplies the memory that the data occupies now, in bytes; any thread may call it
   */
  public DataLimit(long maxBytes, LongSupplier bytes) {
    this(maxBytes, bytes, null);
  }

  /**
   * Creates a limit.
   *
   * @param freeing returns whether a flush is in progress; after a flush, memory can be freed
   *     without deletions. Any thread may call the function. Null if the data are only in memory
   */
  public DataLimit(long maxBytes, LongSupplier bytes, BooleanSupplier freeing) {
    this.maxBytes = bytesOf(maxBytes);
    this.bytes = bytes;
    this.freeing = freeing;
  }

  /**
   * Returns a limit in bytes: the configured limit, or the default if the configured limit is 0.
   */
  public static long bytesOf(long maxBytes) {
    return maxBytes == 0 ? Runtime.getRuntime().maxMemory() / 100 * PERCENT_OF_HEAP : maxBytes;
  }

  /** Returns the memory that all data occupies, in bytes. */
  public long bytes() {
    return bytes.getAsLong();
  }

  /** Returns the limit, in bytes. */
  public long maxBytes() {
    return maxBytes;
  }

  /**
   * Returns whether new transactions should wait instead of being refused, because the data are
   * near the limit and a flush is about to free memory.
   */
  public boolean holdsBack() {
    return freeing != null && freeing.getAsBoolean() && bytes() / PERCENT_HELD >= maxBytes / 100;
  }

  /**
   * Returns the error for a transaction that writes values of this total length; null if there is
   * room for the values.
   */
  YardmasterException refusal(long writtenBytes) {
    long now = bytes();
    if (writtenBytes == 0 || now + writtenBytes <= maxBytes) {
      return null;
    }
    return new YardmasterException(
        ErrorCode.MEMORY_FULL,
        freeing != null
            ? "memory is full of changes that wait for the disk, outcomes of ids, or values for open"
                + " snapshots: try again later"
            : "the data have reached their limit: delete data, or give the service more memory",
        "bytes",
        now,
        "limit",
        maxBytes);
  }

  /** Returns a warning for the operator if the data is near the limit; otherwise empty. */
  public Optional<String> warning() {
    long now = bytes();
    return now / PERCENT_WARNED < maxBytes / 100
        ? Optional.empty()
        : Optional.of(
            "the data take " + now + " bytes of " + maxBytes + ": writes are refused at the limit");
  }
}
