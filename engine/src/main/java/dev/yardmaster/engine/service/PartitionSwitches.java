package dev.yardmaster.engine.service;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.mixed.Mixed;
import dev.yardmaster.engine.protocol.mixed.SwitchListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Stores the most recent switches of an engine's partitions, and reports the current protocol of
 * each partition. Any thread may call the methods.
 */
final class PartitionSwitches implements SwitchListener {

  private final Mixed mixed;
  private final LongSupplier epochMs;

  @Shared(
      writers = "the worker that advances a switch",
      readers = "any thread, for metrics",
      access = "guarded by the monitor of the PartitionSwitches; at most 16 switches")
  private final ArrayDeque<PartitionFigures.Switch> last = new ArrayDeque<>();

  /**
   * Creates an object that listens to the switches of a mix. The workers must not have started yet.
   */
  PartitionSwitches(Mixed mixed, LongSupplier epochMs) {
    this.mixed = mixed;
    this.epochMs = epochMs;
    mixed.listener(this);
  }

  @Override
  public synchronized void switched(int from, int to, BitSet partitions) {
    if (last.size() == PartitionFigures.MAX_SWITCHES) {
      last.removeLast();
    }
    last.addFirst(
        PartitionFigures.Switch.of(epochMs.getAsLong(), name(from), name(to), partitions));
  }

  private String name(int part) {
    return mixed.parts().get(part).name();
  }

  PartitionFigures figures() {
    int count = mixed.partitioning().count();
    BitSet[] of = new BitSet[mixed.parts().size()];
    for (int part = 0; part < of.length; part++) {
      of[part] = new BitSet(count);
    }
    for (int partition = 0; partition < count; partition++) {
      of[mixed.part(partition)].set(partition);
    }
    List<PartitionFigures.OfProtocol> protocols = new ArrayList<>();
    for (int part = 0; part < of.length; part++) {
      protocols.add(
          PartitionFigures.OfProtocol.of(
              name(part), of[part], mixed.committed(part), mixed.aborted(part)));
    }
    return new PartitionFigures(count, protocols, mixed.switches(), lastSwitches());
  }

  private synchronized List<PartitionFigures.Switch> lastSwitches() {
    return List.copyOf(last);
  }
}
