package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Transaction;
import java.util.Arrays;

/**
 * A procedure that reads a note and then, in a second round of reads, an account. If an operation
 * with an odd number wrote the read value, the procedure overwrites the note to which this value
 * points. Otherwise it writes nothing. A repaired run may therefore write although the first run
 * had no writes. The only purpose of the second round is to take time, in which the note's value
 * becomes stale. Returns the note that the transaction overwrote, or {@link #NOTHING}.
 *
 * <p>Only a service in memory runs this procedure, because after a crash the ledger could not
 * determine whether an unanswered transaction had written a note.
 */
final class Divert implements Procedure<Follow.Argument, Integer> {

  static final Divert PROCEDURE = new Divert();

  /** The result of a transaction that has overwritten no note. */
  static final int NOTHING = -1;

  private Divert() {}

  @Override
  public String name() {
    return "divert";
  }

  private static int target(Follow.Argument argument, Reads reads) {
    byte[] value = reads.get(LedgerKeys.note(argument.start()));
    return value == null || Edit.number(value) % 2 == 0
        ? NOTHING
        : Math.floorMod(Arrays.hashCode(value), argument.notes());
  }

  @Override
  public void declare(Follow.Argument argument, KeyDeclaration keys) {
    keys.read(LedgerKeys.note(argument.start()));
  }

  @Override
  public void declareNext(Follow.Argument argument, Reads soFar, KeyDeclaration keys) {
    int target = target(argument, soFar);
    keys.read(LedgerKeys.account(0));
    if (target != NOTHING) {
      keys.write(LedgerKeys.note(target));
    }
  }

  @Override
  @SuppressWarnings("ReturnValueIgnored") // The value is not used; the read appears in the history.
  public Integer execute(Follow.Argument argument, Transaction transaction) {
    int target = target(argument, transaction);
    transaction.get(LedgerKeys.account(0));
    if (target != NOTHING) {
      transaction.put(LedgerKeys.note(target), Edit.value(argument.number(), target));
    }
    return target;
  }
}
