package dev.yardmaster.engine.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;

/**
 * The in-process engine as a service: tables in memory under a concurrency control that is chosen
 * by name, and threads that run each procedure from start to end. The engine suits applications
 * whose data and logic fit one process; the pipeline serves clients and storage on other machines.
 */
public final class Engine {

  private Engine() {}

  /**
   * Opens an engine. Without a data directory the engine is empty; with a data directory the engine
   * has all transactions that were committed there. The caller must close the service.
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
