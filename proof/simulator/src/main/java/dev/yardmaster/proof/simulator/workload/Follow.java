package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Transaction;
import java.util.Arrays;

/**
 * A procedure that reads a note, updates the note to which the value points, and returns the
 * updated note. The key of the second round therefore depends on the values of the first round.
 */
final class Follow implements Procedure<Follow.Argument, Integer> {

  static final Follow PROCEDURE = new Follow();

  /** The operation's number, the note at which the operation begins, and the number of notes. */
  record Argument(long number, int start, int notes) {}

  private Follow() {}

  @Override
  public String name() {
    return "follow";
  }

  private static int target(Argument argument, Reads reads) {
    byte[] value = reads.get(LedgerKeys.note(argument.start));
    return Math.floorMod(Arrays.hashCode(value), argument.notes);
  }

  @Override
  public void declare(Argument argument, KeyDeclaration keys) {
    keys.read(LedgerKeys.note(argument.start));
  }

  @Override
  public void declareNext(Argument argument, Reads soFar, KeyDeclaration keys) {
    keys.update(LedgerKeys.note(target(argument, soFar)));
  }

  @Override
  @SuppressWarnings("ReturnValueIgnored") // The value is not used; the read appears in the history.
  public Integer execute(Argument argument, Transaction transaction) {
    int target = target(argument, transaction);
    transaction.get(LedgerKeys.note(target));
    transaction.put(LedgerKeys.note(target), Edit.value(argument.number, target));
    return target;
  }
}
