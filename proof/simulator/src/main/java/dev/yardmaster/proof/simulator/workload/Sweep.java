package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * A procedure that scans notes, and writes or deletes some notes inside and outside of the scanned
 * ranges. The operation's number determines the ranges, directions and limits.
 */
final class Sweep implements Procedure<Edit.Argument, Void> {

  static final Sweep PROCEDURE = new Sweep();

  private Sweep() {}

  @Override
  public String name() {
    return "sweep";
  }

  private static List<Scan> scans(Edit.Argument argument) {
    long chance = argument.number();
    List<Scan> scans = new ArrayList<>();
    do {
      int from = (int) (chance % 7);
      int width = (int) (chance / 7 % 13);
      int limit = 1 + (int) (chance / 3 % 6);
      Key to = width == 12 ? null : Key.of("note", from + width);
      scans.add(new Scan(Key.of("note", from), to, limit, chance % 2 == 0));
      chance /= 5;
    } while (chance % 3 == 1);
    return scans;
  }

  @Override
  public void declare(Edit.Argument argument, KeyDeclaration keys) {
    scans(argument).forEach(keys::scan);
    for (Edit.Change change : argument.changes()) {
      if (change.action().writes()) {
        keys.write(LedgerKeys.note(change.note()));
      }
    }
  }

  @Override
  @SuppressWarnings(
      "ReturnValueIgnored") // The values are not used; the reads appear in the history.
  public Void execute(Edit.Argument argument, Transaction transaction) {
    List<Scan> scans = scans(argument);
    transaction.scan(scans.get(0));
    for (Edit.Change change : argument.changes()) {
      if (change.action().deletes()) {
        transaction.delete(LedgerKeys.note(change.note()));
      } else if (change.action().writes()) {
        transaction.put(
            LedgerKeys.note(change.note()), Edit.value(argument.number(), change.note()));
      }
    }
    scans.forEach(transaction::scan);
    return null;
  }
}
