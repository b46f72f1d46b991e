package dev.yardmaster.engine.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;

/**
 * The in-process engine as a service: tables in memory under a concurrency control that is selected
 * by name, and threads that run each procedure from start to end. The engine is for applications
 * whose data and logic fit into one process. The pipeline is for clients and storage on other
 * machines.
 */
public final class Engine {

  private Engine() {}

  /**
   * Opens an engine. Without a data directory, the engine is empty. With a data directory, the
   * engine contains the effects of all transactions that were committed to it. The caller must
   * close the service.
   *
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE}, {@link ErrorCode#DAMAGED} or
   *     {@link ErrorCode#IO_FAILED} if the data directory cannot be opened
   */
  public static EngineService open(EngineConfig config) {
    return open(config, new EngineParts());
  }

  /** Opens an engine with the given parts instead of the parts that production uses. */
  public static EngineService open(EngineConfig config, EngineParts parts) {
    return EngineService.open(config, parts);
  }
}
