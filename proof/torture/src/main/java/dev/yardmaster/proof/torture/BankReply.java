package dev.yardmaster.proof.torture;

/**
 * An outcome with its receipt.
 *
 * @param version the commit version; 0 if the transaction was aborted
 * @param changeCents the change of the bank's total
 * @param balanceCents the balance that the receipt reports
 */
public record BankReply(long version, long changeCents, long balanceCents) {

  /** The reply for every transaction that did not commit. */
  public static final BankReply NOT = new BankReply(0, 0, 0);

  /**
   * Parses the words of an outcome, which begin with {@code committed}, {@code aborted} or {@code
   * never}.
   */
  static BankReply parse(String[] words, int at) {
    return words[at].equals(Line.COMMITTED)
        ? new BankReply(
            Long.parseLong(words[at + 1]),
            Long.parseLong(words[at + 2]),
            Long.parseLong(words[at + 3]))
        : NOT;
  }
}
