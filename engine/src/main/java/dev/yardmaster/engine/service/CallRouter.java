package dev.yardmaster.engine.service;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Values;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.table.Partitioning;

/**
 * Finds the home of a call: the worker for the calls of the same partition (H-Store's workers, each
 * of which owns partitions). If most calls of a partition run on its home, they seldom wait for
 * each other or conflict. Any thread may call the method.
 */
final class CallRouter {

  /** The home of a call whose partition is unknown: any worker. */
  static final int ANY = -1;

  private final Partitioning partitioning;
  private final KeyTables tables;
  private final int workers;

  CallRouter(Partitioning partitioning, KeyTables tables, int workers) {
    this.partitioning = partitioning;
    this.tables = tables;
    this.workers = workers;
  }

  /** The first key of a declaration; the other keys are ignored. */
  private static final class FirstKey implements KeyDeclaration {
    private Key key;

    @Override
    public void read(Key declared) {
      key = key == null ? Values.check(declared) : key;
    }

    @Override
    public void write(Key declared) {
      read(declared);
    }

    @Override
    public void scan(Scan scan) {
      read(scan.from());
    }
  }

  /**
   * Returns the home of a call, by the first key that its procedure declares, or {@link #ANY}. The
   * procedure declares its keys on the calling thread. If this fails, it fails again on the worker,
   * which reports the failure.
   */
  int home(EngineProcedure procedure, Object argument) {
    FirstKey first = new FirstKey();
    try {
      procedure.procedure().declare(argument, first);
      if (first.key == null) {
        return ANY;
      }
      byte[] rest = KeyTables.rest(first.key);
      int partition =
          partitioning.of(tables.of(first.key), KeyTables.number(first.key, rest), rest);
      return partition == Partitioning.NONE ? ANY : partition % workers;
    } catch (Throwable reportedByTheWorker) { // a procedure may throw any exception
      return ANY;
    }
  }
}
