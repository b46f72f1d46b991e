package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.Conflict;
import dev.yardmaster.engine.protocol.SharedRecords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.state.TransactionStates;
import org.openjdk.jcstress.infra.results.JJI_Result;

/**
 * A transaction that reads a record, and an older transaction that is about to commit a write of
 * this record.
 */
abstract class ReaderAndWriter {

  private static final int WORKERS = 2;
  private static final SharedRecords RECORDS =
      new SharedRecords(new Plor("plor", PlorSettings.DEFAULT, WORKERS), 24);

  private final TransactionStates states = new TransactionStates(WORKERS);
  private final int record = RECORDS.take();
  private final PlorControl reader;
  private final Access read;
  private final PlorControl writer;

  ReaderAndWriter(PlorSettings ofReader) {
    WorkerContext readingWorker = RECORDS.worker(0);
    reader = begun(ofReader, readingWorker, 2);
    read = RECORDS.access(readingWorker, record);
    WorkerContext writingWorker = RECORDS.worker(1);
    writer = begun(PlorSettings.DEFAULT, writingWorker, 1);
    Access written = RECORDS.access(writingWorker, record);
    writer.update(written);
    written.write(Access.Operation.UPDATE);
    RECORDS.fill(written, 2);
  }

  private PlorControl begun(PlorSettings settings, WorkerContext worker, long age) {
    PlorControl control = new PlorControl(settings, WORKERS, states, worker);
    Attempt attempt = new Attempt();
    attempt.first(age);
    control.begin(attempt);
    return control;
  }

  /**
   * Reads and commits. Returns the first column, the last column, and 1 if the reader committed.
   */
  final void read(JJI_Result seen) {
    try {
      reader.read(read);
    } catch (Conflict wounded) {
      reader.abort();
      return;
    }
    seen.r1 = RECORDS.first(read);
    seen.r2 = RECORDS.last(read);
    seen.r3 = SharedRecords.commits(reader) ? 1 : 0;
  }

  final void write() {
    if (!SharedRecords.commits(writer)) {
      throw new IllegalStateException("the oldest transaction was aborted");
    }
  }
}
