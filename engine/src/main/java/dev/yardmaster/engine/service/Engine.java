package dev.yardmaster.engine.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;

/**
 * The in-process engine as a service: tables in memory under a concurrency control that is chosen
 * by name, and threads that run each procedure from start to end. The service for those whose data
 * and logic fit one process, where the pipeline is for those who are further apart.
 */
public final class Engine {

  private Engine() {}

  /**
   * Opens an engine: empty, or with all that was committed in its data directory. To be closed.
   *
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE}, {@link ErrorCode#DAMAGED} or
   *     {@link ErrorCode#IO_FAILED} if the data directory cannot be opened
   */
  public static EngineService open(EngineConfig config) {
    return open(config, new EngineParts());
  }

  /** Opens an engine that is built from other parts than those of production. */
  public static EngineService open(EngineConfig config, EngineParts parts) {
    return EngineService.open(config, parts);
  }
}
