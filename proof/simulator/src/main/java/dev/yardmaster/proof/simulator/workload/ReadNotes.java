package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A procedure that reads the first notes; the argument is the number of these notes. The value of
 * an absent note is null.
 */
final class ReadNotes implements Procedure<Integer, List<byte[]>> {

  static final ReadNotes PROCEDURE = new ReadNotes();

  private ReadNotes() {}

  @Override
  public String name() {
    return "read-notes";
  }

  @Override
  public void declare(Integer notes, KeyDeclaration keys) {
    for (int i = 0; i < notes; i++) {
      keys.read(LedgerKeys.note(i));
    }
  }

  @Override
  public List<byte[]> execute(Integer notes, Transaction transaction) {
    List<byte[]> values = new ArrayList<>(notes);
    for (int i = 0; i < notes; i++) {
      values.add(transaction.get(LedgerKeys.note(i)));
    }
    return Collections.unmodifiableList(values);
  }
}
