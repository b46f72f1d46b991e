package dev.yardmaster.benchmarks.workload.tpce.load;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Names and other texts for columns. */
final class Names {

  private Names() {}

  /** Returns a word followed by a number. */
  static byte[] of(String word, int number) {
    return (word + ' ' + number).getBytes(StandardCharsets.US_ASCII);
  }

  /** Sets a column to random letters that fill between half of the column and all of it. */
  static void letters(Row row, BytesColumn column, SplittableRandom random) {
    int most = column.maxBytes();
    byte[] text = new byte[most - random.nextInt(most / 2 + 1)];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random.nextInt(26));
    }
    row.setBytes(column, text);
  }
}
