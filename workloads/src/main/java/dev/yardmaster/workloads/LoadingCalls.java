package dev.yardmaster.workloads;

import dev.yardmaster.api.OneShot;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Divides entries into one-shot transactions of limited size, which write the entries. */
final class LoadingCalls implements Iterator<ProcedureInvocation<?, ?>> {

  private static final int MAX_ENTRIES = 100;
  private static final int MAX_BYTES = 1 << 16;

  private final Iterator<WorkloadEntry> entries;

  LoadingCalls(Iterator<WorkloadEntry> entries) {
    this.entries = entries;
  }

  @Override
  public boolean hasNext() {
    return entries.hasNext();
  }

  @Override
  public ProcedureInvocation<?, ?> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    OneShot.Builder writes = OneShot.builder();
    int bytes = 0;
    for (int i = 0; i < MAX_ENTRIES && bytes < MAX_BYTES && entries.hasNext(); i++) {
      WorkloadEntry entry = entries.next();
      writes.put(entry.key(), entry.value());
      bytes += entry.value().length;
    }
    return new ProcedureInvocation<>(OneShot.PROCEDURE, writes.build());
  }
}
