package dev.yardmaster.benchmarks.workload.tpce.schema;

import dev.yardmaster.benchmarks.workload.tpce.rows.broker.CashTransaction;
import dev.yardmaster.engine.table.Row;
import java.nio.charset.StandardCharsets;

/**
 * Builds and changes values of the column CT_NAME, such as {@code Market-Buy 100 shares of Security
 * 17}. An instance is scratch memory of one thread.
 */
public final class CashName {

  private static final byte[] SHARES = " shares of ".getBytes(StandardCharsets.US_ASCII);

  /**
   * The offset of the letter that {@link #toggle} changes; the letter follows the number of shares.
   */
  private static final int LETTER = 1;

  private static final byte[][] LABELS = labels();

  private final byte[] text = new byte[CashTransaction.NAME.maxBytes()];
  private int length;

  /** Creates an empty name. */
  public CashName() {}

  private static byte[][] labels() {
    TradeKind[] kinds = TradeKind.values();
    byte[][] labels = new byte[kinds.length][];
    for (int i = 0; i < kinds.length; i++) {
      labels[i] = (kinds[i].label() + ' ').getBytes(StandardCharsets.US_ASCII);
    }
    return labels;
  }

  /**
   * Sets the column of a row.
   *
   * @param security contains S_NAME in its first {@code securityLength} bytes
   */
  public void put(Row row, TradeKind kind, long quantity, byte[] security, int securityLength) {
    length = 0;
    append(LABELS[kind.ordinal()], LABELS[kind.ordinal()].length);
    appendNumber(quantity);
    append(SHARES, SHARES.length);
    append(security, securityLength);
    row.setBytes(CashTransaction.NAME, text, length);
  }

  private void append(byte[] bytes, int count) {
    int taken = Math.min(count, text.length - length);
    System.arraycopy(bytes, 0, text, length, taken);
    length += taken;
  }

  private void appendNumber(long number) {
    if (number >= 10) {
      appendNumber(number / 10);
    }
    text[length++] = (byte) ('0' + number % 10);
  }

  /**
   * Changes {@code shares} to {@code Shares} or back, as trade-update does.
   *
   * @return whether the name contains this word in one of the two spellings
   */
  public boolean toggle(Row row) {
    length = row.getBytes(CashTransaction.NAME, text);
    for (int i = 1; i + SHARES.length <= length; i++) {
      if (Character.isDigit(text[i - 1]) && text[i] == ' ' && text[i + LETTER + 1] == 'h') {
        text[i + LETTER] = (byte) (text[i + LETTER] == 's' ? 'S' : 's');
        row.setBytes(CashTransaction.NAME, text, length);
        return true;
      }
    }
    return false;
  }
}
