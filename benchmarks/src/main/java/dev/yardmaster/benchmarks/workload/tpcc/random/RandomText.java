package dev.yardmaster.benchmarks.workload.tpcc.random;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Draws random strings for columns (clause 4.3.2.2) without creating an object for each string. An
 * instance is for use by one thread.
 */
public final class RandomText {

  private static final byte[] LETTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
          .getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  /**
   * The length of a pool of random letters. A string is a piece of the pool at a random place,
   * because drawing each letter would be slow.
   */
  private static final int POOL_BYTES = 1 << 16;

  /** The word ORIGINAL, which the data of some items and stock rows contains. */
  private static final byte[] ORIGINAL = {'O', 'R', 'I', 'G', 'I', 'N', 'A', 'L'};

  private static final byte[] ZIP_END = {'1', '1', '1', '1', '1'};

  private final SplittableRandom random;
  private final byte[] pool = new byte[POOL_BYTES];
  private final byte[] text = new byte[512];

  public RandomText(SplittableRandom random) {
    this.random = random;
    for (int i = 0; i < POOL_BYTES; i++) {
      pool[i] = LETTERS[random.nextInt(LETTERS.length)];
    }
  }

  /** Draws a string of letters and digits. Returns the length of the string. */
  private int draw(int least, int most) {
    int length = random.nextInt(least, most + 1);
    System.arraycopy(pool, random.nextInt(POOL_BYTES - length), text, 0, length);
    return length;
  }

  /** Sets a column to random letters and digits. */
  public void letters(Row row, BytesColumn column, int least, int most) {
    int length = draw(least, most);
    row.setBytes(column, text, length);
  }

  /** Sets a column to 26 to 50 letters. One of 10 such columns contains ORIGINAL. */
  public void goods(Row row, BytesColumn column) {
    int length = draw(26, 50);
    if (random.nextInt(10) == 0) {
      int at = random.nextInt(length - ORIGINAL.length + 1);
      System.arraycopy(ORIGINAL, 0, text, at, ORIGINAL.length);
    }
    row.setBytes(column, text, length);
  }

  /** Returns whether the first {@code length} bytes of the data contain the word ORIGINAL. */
  public static boolean isOriginal(byte[] data, int length) {
    for (int at = 0; at + ORIGINAL.length <= length; at++) {
      if (data[at] == 'O'
          && Arrays.equals(data, at, at + ORIGINAL.length, ORIGINAL, 0, ORIGINAL.length)) {
        return true;
      }
    }
    return false;
  }

  /** Sets a column to random digits. */
  public void digits(Row row, BytesColumn column, int length) {
    for (int i = 0; i < length; i++) {
      text[i] = (byte) ('0' + random.nextInt(10));
    }
    row.setBytes(column, text, length);
  }

  /** Sets a column to two random capital letters. */
  public void state(Row row, BytesColumn column) {
    text[0] = (byte) ('A' + random.nextInt(26));
    text[1] = (byte) ('A' + random.nextInt(26));
    row.setBytes(column, text, 2);
  }

  /** Sets a column to four random digits, followed by 11111 (clause 4.3.2.7). */
  public void zip(Row row, BytesColumn column) {
    for (int i = 0; i < 4; i++) {
      text[i] = (byte) ('0' + random.nextInt(10));
    }
    System.arraycopy(ZIP_END, 0, text, 4, ZIP_END.length);
    row.setBytes(column, text, 4 + ZIP_END.length);
  }
}
