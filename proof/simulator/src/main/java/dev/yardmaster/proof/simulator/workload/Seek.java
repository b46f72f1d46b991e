package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import java.util.Map;

/**
 * A procedure that finds the note nearest to a key, in ascending or descending order, and
 * overwrites the note. If the procedure finds no note, it creates the note at the key. The write
 * therefore depends on the note that the scan has found. It also depends on the absence of notes
 * between this note and the key. The result is the note that the transaction wrote.
 */
final class Seek implements Procedure<Follow.Argument, Integer> {

  static final Seek PROCEDURE = new Seek();

  private Seek() {}

  @Override
  public String name() {
    return "seek";
  }

  private static Scan scan(Follow.Argument argument) {
    Key start = LedgerKeys.note(argument.start());
    return argument.number() % 2 == 0
        ? Scan.forward(start, null, 1)
        : Scan.backward(Key.of("note", Long.MIN_VALUE), start, 1);
  }

  private static int target(Follow.Argument argument, Reads reads) {
    Map<Key, byte[]> found = reads.scan(scan(argument));
    return found.isEmpty()
        ? argument.start()
        : LedgerKeys.numberOf(found.keySet().iterator().next(), argument.notes());
  }

  @Override
  public void declare(Follow.Argument argument, KeyDeclaration keys) {
    keys.scan(scan(argument));
  }

  @Override
  public void declareNext(Follow.Argument argument, Reads soFar, KeyDeclaration keys) {
    keys.write(LedgerKeys.note(target(argument, soFar)));
  }

  @Override
  public Integer execute(Follow.Argument argument, Transaction transaction) {
    int target = target(argument, transaction);
    transaction.put(LedgerKeys.note(target), Edit.value(argument.number(), target));
    return target;
  }
}
