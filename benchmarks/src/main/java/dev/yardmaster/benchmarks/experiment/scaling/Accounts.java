package dev.yardmaster.benchmarks.experiment.scaling;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.ZipfIds;
import java.util.Optional;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The accounts of one service. Lambdas transfer money between the accounts, so the sum of the
 * balances stays constant.
 */
final class Accounts {

  private static final String TABLE = "accounts";
  private static final long BALANCE = 1_000;

  /** The number of accounts that one transaction loads or reads. */
  private static final int AT_ONCE = 500;

  private final Key[] keys;

  /** Creates the keys of some accounts. */
  Accounts(int count) {
    keys = new Key[count];
    for (int i = 0; i < count; i++) {
      keys[i] = Key.of(TABLE, i);
    }
  }

  /** Returns the key of an account. */
  Key key(int number) {
    return keys[number];
  }

  /**
   * Draws transfers. A transfer is a pair of different accounts, at consecutive indexes of the
   * array.
   *
   * @param skew theta of Zipf's law
   */
  int[] draw(int transfers, double skew, long seed) {
    ZipfIds ids = new ZipfIds(RandomSource.XO_SHI_RO_256_PP.create(seed), keys.length, skew);
    int[] drawn = new int[2 * transfers];
    int[] pair = new int[2];
    for (int i = 0; i < drawn.length; i += 2) {
      ids.fillDistinct(pair);
      drawn[i] = pair[0];
      drawn[i + 1] = pair[1];
    }
    return drawn;
  }

  /** Gives every account the same balance. */
  void load(TransactionService service) {
    for (int from = 0; from < keys.length; from += AT_ONCE) {
      int first = from;
      int end = end(from);
      long unused =
          service.execute(
              transaction -> {
                for (int i = first; i < end; i++) {
                  transaction.putLong(keys[i], BALANCE);
                }
                return BALANCE;
              });
    }
  }

  /**
   * Returns an error line if the sum of the balances differs from the loaded sum. No transfer may
   * run at the same time.
   */
  Optional<String> brokenInvariant(TransactionService service) {
    long sum = 0;
    for (int from = 0; from < keys.length; from += AT_ONCE) {
      int first = from;
      int end = end(from);
      sum +=
          service.execute(
              transaction -> {
                long part = 0;
                for (int i = first; i < end; i++) {
                  part += transaction.getLong(keys[i]);
                }
                return part;
              });
    }
    long loaded = BALANCE * keys.length;
    return sum == loaded
        ? Optional.empty()
        : Optional.of("the sum of the balances is " + sum + ", loaded was " + loaded);
  }

  private int end(int from) {
    return Math.min(keys.length, from + AT_ONCE);
  }
}
