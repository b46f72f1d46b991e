package dev.yardmaster.engine.service.typed;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * The typed rows that one run of a {@link TypedProcedure} sees. Only the thread that runs the logic
 * may call the methods, and only until the logic has ended. The logic must not catch an exception
 * of the class {@link dev.yardmaster.engine.protocol.Conflict}. If the logic catches it, the run
 * still has no effect and starts again.
 */
public interface TypedRows extends RecordTransaction {

  /**
   * Returns the typed table of the service with this name. The methods {@link
   * dev.yardmaster.engine.table.RowLayout#number} and {@link
   * dev.yardmaster.engine.table.RowLayout#bytes} of the table's layout return its columns; {@link
   * Table#index(String)} returns its secondary indexes.
   *
   * @throws YardmasterException {@link dev.yardmaster.api.ErrorCode#BAD_KEY} if the service has no
   *     such typed table; the error lists the typed tables of the service
   */
  Table table(String name);
}
