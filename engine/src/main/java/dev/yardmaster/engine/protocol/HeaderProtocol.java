package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * A protocol that keeps one version of each record, and a {@link RecordHeader} in front of the row.
 */
public abstract class HeaderProtocol implements Protocol {

  private final Binding binding;

  /**
   * Creates a protocol for one engine.
   *
   * @param workers the maximum number of workers of the engine
   */
  protected HeaderProtocol(int workers) {
    binding = new Binding(workers);
  }

  @Override
  public final void bind(int workers) {
    binding.bind(this, workers);
  }

  @Override
  public int recordWords() {
    return RecordHeader.WORDS;
  }

  @Override
  public void initialize(Table table, int record, long stamp) {
    RecordHeader.initialize(table, record, stamp);
  }

  @Override
  public void load(Table table, int record, Row row, WorkerContext worker) {
    RecordHeader.load(table, record, row);
  }
}
