package dev.yardmaster.engine.service;

import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.service.ServedProcedure;
import dev.yardmaster.service.ServiceFront;

/** An open engine, as {@link Engine} describes it. Any thread may call the methods. */
public final class EngineService extends ServiceFront<ServedProcedure, QueuedProcedure> {

  private final EngineBackEnd backEnd;

  private EngineService(EngineBackEnd backEnd) {
    super(backEnd, backEnd.horizon(), backEnd.limits());
    this.backEnd = backEnd;
  }

  static EngineService open(EngineConfig config, EngineParts parts) {
    RecoveredData contents = RecoveredData.open(config, parts, EngineBackEnd.workers(config));
    EngineService service;
    try {
      service = new EngineService(new EngineBackEnd(config, parts, contents));
    } catch (Throwable thrown) {
      contents.closeAfter(thrown);
      throw thrown;
    }
    service.backEnd.start();
    return service;
  }

  /** Returns the number of checkpoints that were written since the start. */
  long checkpoints() {
    return backEnd.checkpoints();
  }

  /** Returns the approximate number of kept outcomes of transactions with an id. */
  long outcomes() {
    return backEnd.outcomes();
  }
}
