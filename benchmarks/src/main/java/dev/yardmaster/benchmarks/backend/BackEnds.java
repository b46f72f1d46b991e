package dev.yardmaster.benchmarks.backend;

import dev.yardmaster.benchmarks.jdbc.keyvalue.KeyValueService;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.wire.ServerLauncher;
import dev.yardmaster.benchmarks.wire.WireLoad;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.service.Engine;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.workloads.Workload;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;

/**
 * The back ends of one comparison. PostgreSQL is started when it is first used, and runs until this
 * object is closed. Only one thread may use an instance.
 */
public final class BackEnds implements AutoCloseable {

  /** The number of connections to a server. */
  public static final int CONNECTIONS = 4;

  private final PipelineConfig pipeline;
  private final ServerLauncher servers;
  private final List<Path> classPath;
  private final Supplier<PostgresServer> postgres;
  private PostgresServer opened;

  /**
   * Creates the back ends, but starts none of them.
   *
   * @param pipeline the settings of the embedded pipeline; its concurrency is a lower bound for the
   *     concurrency of all back ends
   * @param classPath directories and jars with the workload, for servers
   * @param postgres starts or connects to PostgreSQL
   */
  public BackEnds(
      PipelineConfig pipeline,
      ServerLauncher servers,
      List<Path> classPath,
      Supplier<PostgresServer> postgres) {
    this.pipeline = pipeline;
    this.servers = servers;
    this.classPath = List.copyOf(classPath);
    this.postgres = postgres;
  }

  /** Returns the sides that run a workload on the given back ends. */
  public List<Side> sides(List<BackEndName> names, Workload workload, WireLoad load) {
    return names.stream()
        .<Side>map(name -> new BackEndSide(name.label(), workload, backEnd(name), load))
        .toList();
  }

  private ServiceStarter backEnd(BackEndName name) {
    return switch (name) {
      case PIPELINE -> () -> new ServiceStarter.Running(Pipeline.start(pipeline));
      case SERVER -> this::server;
      case ENGINE -> () -> new ServiceStarter.Running(Engine.open(EngineConfig.defaults()));
      case JDBC -> this::jdbc;
    };
  }

  private ServiceStarter.Running server() throws InterruptedException {
    ServerLauncher.Running server = servers.start(pipeline.concurrency(), classPath);
    try {
      return new ServiceStarter.Running(
          servers.connect(server.address(), CONNECTIONS), server::close);
    } catch (Throwable thrown) {
      server.close();
      throw thrown;
    }
  }

  private ServiceStarter.Running jdbc() {
    try {
      if (opened == null) {
        opened = postgres.get();
      }
      opened.clear();
      return new ServiceStarter.Running(KeyValueService.open(opened, pipeline.concurrency()));
    } catch (SQLException e) {
      throw new WorkloadFailure("PostgreSQL does not answer: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    if (opened != null) {
      opened.close();
    }
  }
}
