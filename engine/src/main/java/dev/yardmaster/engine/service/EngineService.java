package dev.yardmaster.engine.service;

import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.service.ServedProcedure;
import dev.yardmaster.service.ServiceFront;

/** An engine that is open, as {@link Engine} says. Any thread. */
public final class EngineService extends ServiceFront<ServedProcedure, QueuedProcedure> {

  private final EngineBackEnd backEnd;

  private EngineService(EngineBackEnd backEnd) {
    super(backEnd, backEnd.horizon(), backEnd.limits());
    this.backEnd = backEnd;
  }

  static EngineService open(EngineConfig config, EngineParts parts) {
    RecoveredData contents = RecoveredData.open(config, parts);
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

  /** Checkpoints written since the start. */
  long checkpoints() {
    return backEnd.checkpoints();
  }

  /** How many outcomes of transactions with an id are kept, about. */
  long outcomes() {
    return backEnd.outcomes();
  }
}
