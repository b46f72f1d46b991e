package dev.yardmaster.benchmarks.jdbc;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.HdrHistogram.Histogram;

/**
 * The counts and latencies of clients that have ended.
 *
 * @param counts the counts of the recorded interval
 * @param latencyNs the latencies of the transactions that began in the recorded interval
 * @param changeCents the sum of the changes to the bank's total by all committed transactions, in
 *     cents
 * @param unknownOutcomes the number of transactions whose outcome is unknown
 */
public record LoadFigures(
    BankCounts counts, Histogram latencyNs, long changeCents, long unknownOutcomes) {

  private static final int DIGITS = 3;

  /** Returns figures in which all counts are 0. */
  public static LoadFigures none() {
    return new LoadFigures(BankCounts.NONE, new Histogram(DIGITS), 0, 0);
  }

  static LoadFigures of(SqlLoad<?> load) {
    LoadFigures all = none();
    for (SqlClient<?> client : load.clients()) {
      all =
          all.plus(
              new LoadFigures(
                  client.recorded(),
                  client.latencyNs(),
                  client.changeCents(),
                  client.unknownOutcomes()));
    }
    return all;
  }

  /** Returns the sum of these figures and the figures of other clients. */
  public LoadFigures plus(LoadFigures other) {
    Histogram both = latencyNs.copy();
    both.add(other.latencyNs);
    return new LoadFigures(
        counts.plus(other.counts),
        both,
        changeCents + other.changeCents,
        unknownOutcomes + other.unknownOutcomes);
  }

  /** Returns the figures as one line of text, which {@link #parse} reads. */
  public String text() {
    ByteBuffer histogram = ByteBuffer.allocate(latencyNs.getNeededByteBufferCapacity());
    int length = latencyNs.encodeIntoByteBuffer(histogram);
    return String.join(
        " ",
        Long.toString(counts.committed()),
        Long.toString(counts.refused()),
        Long.toString(counts.aborts()),
        Long.toString(counts.deadlocks()),
        Integer.toString(counts.mostAborts()),
        Long.toString(changeCents),
        Long.toString(unknownOutcomes),
        Base64.getEncoder().encodeToString(Arrays.copyOf(histogram.array(), length)));
  }

  /** Parses a line of figures that another process has sent. */
  public static LoadFigures parse(String text) {
    String[] parts = text.split(" ", -1);
    long[] numbers = new long[7];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Long.parseLong(parts[i]);
    }
    return new LoadFigures(
        new BankCounts(numbers[0], numbers[1], numbers[2], numbers[3], (int) numbers[4]),
        Histogram.decodeFromByteBuffer(
            ByteBuffer.wrap(Base64.getDecoder().decode(parts[numbers.length])), 0),
        numbers[5],
        numbers[6]);
  }
}
