package dev.yardmaster.server.backend;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.service.Engine;
import dev.yardmaster.engine.service.EngineService;
import dev.yardmaster.engine.service.PartitionFigures;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.ServiceCounters;
import dev.yardmaster.service.ServiceLoad;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.storage.log.backup.Backup;
import dev.yardmaster.storage.log.disk.Disk;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;

/** An in-process engine as the back end of a server. */
public final class ServedEngine implements ServerBackEnd {

  private final EngineService engine;
  private final EngineConfig config;

  private ServedEngine(EngineService engine, EngineConfig config) {
    this.engine = engine;
    this.config = config;
  }

  /**
   * Opens an engine.
   *
   * @param parts supplies the clocks, the disk and the recorders
   * @throws dev.yardmaster.api.YardmasterException the errors of {@link Engine#open}
   */
  public static ServedEngine open(EngineConfig config, PipelineParts parts) {
    return new ServedEngine(Engine.open(config, engineParts(parts)), config);
  }

  private static EngineParts engineParts(PipelineParts parts) {
    return new EngineParts() {
      @Override
      public LongSupplier clockNs() {
        return parts.clock()::nanoTime;
      }

      @Override
      public LongSupplier epochMs() {
        return parts.epochClock()::time;
      }

      @Override
      public Disk disk(Path directory) throws IOException {
        return parts.disk(directory);
      }

      @Override
      public HistoryRecorder recorder() {
        return parts.recorder();
      }
    };
  }

  /** Registers a procedure, which clients can then call. */
  public void register(Procedure<?, ?> procedure) {
    engine.register(procedure);
  }

  @Override
  public String name() {
    return "engine";
  }

  @Override
  public EncodedCalls encoded() {
    return engine.encoded();
  }

  @Override
  public int maxOpenTransactions() {
    return config.interactive();
  }

  @Override
  public boolean isDurable() {
    return config.directory() != null;
  }

  @Override
  public Optional<Throwable> failure() {
    return engine.failure();
  }

  @Override
  public Optional<String> warning() {
    return engine.warning();
  }

  @Override
  public ServiceCounters counters() {
    return engine.counters();
  }

  @Override
  public ServiceLoad load() {
    return engine.load();
  }

  @Override
  public long dataBytes() {
    return engine.dataLimit().bytes();
  }

  @Override
  public Conflicts conflicts() {
    return engine.conflicts();
  }

  @Override
  public PartitionFigures partitions() {
    return engine.partitions().orElse(null);
  }

  @Override
  public Backup backup() throws IOException {
    return engine.backup();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    engine.bindTo(registry);
  }

  @Override
  public void close() {
    engine.close();
  }
}
