package dev.yardmaster.benchmarks.workload.tpcc.calls;

import dev.yardmaster.benchmarks.workload.tpcc.rows.Customer;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;

/**
 * The note that a payment adds to the data of a customer with bad credit (clause 2.5.2.2): numbers,
 * each followed by a space. The note is inserted before the earlier notes. An instance is scratch
 * memory of one call.
 */
final class DataText {

  private static final int MAX_NUMBER_CHARS = 21;

  private final byte[] text = new byte[2 * Customer.DATA.maxBytes()];
  private final byte[] before = new byte[Customer.DATA.maxBytes()];
  private final byte[] digits = new byte[MAX_NUMBER_CHARS];
  private int length;

  DataText begin() {
    length = 0;
    return this;
  }

  /** Appends a non-negative number to the note. */
  DataText add(long number) {
    addDigits(number, 1);
    text[length++] = ' ';
    return this;
  }

  /** Appends an amount of cents to the note, as dollars with two decimals. */
  DataText addCents(long cents) {
    addDigits(cents / 100, 1);
    text[length++] = '.';
    addDigits(cents % 100, 2);
    text[length++] = ' ';
    return this;
  }

  private void addDigits(long number, int least) {
    int count = 0;
    long rest = number;
    while (rest > 0 || count < least) {
      digits[count++] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    while (count > 0) {
      text[length++] = digits[--count];
    }
  }

  /** Inserts the note before a column's bytes. Bytes beyond the column's end are cut off. */
  void putBefore(Row row, BytesColumn column) {
    int beforeLength = row.getBytes(column, before);
    int kept = Math.min(beforeLength, column.maxBytes() - length);
    System.arraycopy(before, 0, text, length, kept);
    row.setBytes(column, text, length + kept);
  }
}
