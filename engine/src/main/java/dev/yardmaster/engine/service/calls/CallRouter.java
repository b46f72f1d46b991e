package dev.yardmaster.engine.service.calls;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Values;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.TableKeys;
import org.jspecify.annotations.NullUnmarked;

/**
 * Finds the home of a call. The home is the worker that should run all calls of the same partition,
 * as in H-Store, where each worker owns partitions. If most calls of a partition run on their home,
 * they rarely wait for each other or conflict. Any thread may call the method.
 */
@NullUnmarked // Internal: fields and results may be null.
final class CallRouter {

  /** The home of a call whose partition is unknown; any worker may run the call. */
  static final int ANY = -1;

  private final Partitioning partitioning;
  private final KeyTables tables;
  private final int workers;

  CallRouter(Partitioning partitioning, KeyTables tables, int workers) {
    this.partitioning = partitioning;
    this.tables = tables;
    this.workers = workers;
  }

  /**
   * Finds the partition of the first declared key that belongs to a partition. The other keys are
   * ignored.
   */
  private final class FirstPartition implements KeyDeclaration {
    private int partition = Partitioning.NONE;

    @Override
    public void read(Key declared) {
      if (partition == Partitioning.NONE) {
        Key key = Values.check(declared);
        byte[] rest = TableKeys.rest(key);
        partition = partitioning.of(tables.of(key), TableKeys.number(key, rest), rest);
      }
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
   * Returns the home of a call. The first declared key that belongs to a partition determines the
   * home. If there is no such key, returns {@link #ANY}. The procedure declares its keys on the
   * calling thread. If the declaration fails, it will fail again on the worker, and the worker then
   * reports the failure.
   */
  int home(EngineProcedure procedure, Object argument) {
    FirstPartition first = new FirstPartition();
    try {
      procedure.procedure().declare(argument, first);
    } catch (Throwable reportedByTheWorker) { // a procedure may throw any exception
      return ANY;
    }
    return first.partition == Partitioning.NONE ? ANY : first.partition % workers;
  }
}
