package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.server.YardmasterServer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Starts servers and attackers in this process. */
public final class EmbeddedAttacks implements AttackLauncher {

  /** The number of servers and attacks that were started and not closed. */
  public int running;

  /** The number of attacks that were started. A round that runs again starts another attack. */
  private int attacks;

  /** Whether an attack occupies the thread of the server's pipeline, which is a planted fault. */
  public boolean blocksThePipeline;

  /** Whether the attackers do nothing, which is a planted fault. */
  public boolean doesNothing;

  /** The servers that were started, by their ports. */
  private final Map<Integer, YardmasterServer> servers = new HashMap<>();

  @Override
  public Running startServer(Path folder, boolean isTls, List<String> settings) {
    YardmasterServer server;
    try {
      server = AttackedServer.start(folder, isTls, settings);
    } catch (Exception e) {
      throw new WorkloadFailure("the server cannot be started", e);
    }
    running++;
    servers.put(server.address().getPort(), server);
    return new Running() {
      @Override
      public AttackTarget target() {
        return AttackedServer.target(
            folder,
            server.address().getPort(),
            server.adminAddress().orElseThrow().getPort(),
            isTls);
      }

      @Override
      public boolean isAlive() {
        return server.failure().isEmpty();
      }

      @Override
      public double cpuSeconds() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
      }

      @Override
      public void close() {
        running--;
        server.close();
      }
    };
  }

  @Override
  public Attack startAttack(AttackKind kind, AttackTarget target) throws InterruptedException {
    Attack attack = kind.start(target);
    running++;
    CountDownLatch over = new CountDownLatch(1);
    Waiting waiting = new Waiting("waiting-" + ++attacks, over);
    YardmasterServer server = servers.get(target.port());
    if (blocksThePipeline) {
      server.pipeline().register(waiting);
    }
    return new Attack() {
      private boolean blocks = blocksThePipeline;

      /**
       * The caller first reads the counts at the beginning of the interval, when the client is
       * already connected.
       */
      @Override
      public AttackCounts counts() {
        if (blocks) {
          blocks = false;
          var unused = server.pipeline().submit(waiting, 0L);
        }
        return doesNothing ? new AttackCounts(0, 0, 0) : attack.counts();
      }

      @Override
      public void close() {
        running--;
        over.countDown();
        attack.close();
      }
    };
  }

  /** A procedure that waits for the end of the attack. */
  private record Waiting(String name, CountDownLatch over) implements Procedure<Long, Long> {

    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      keys.read(Key.of("waiting", 1));
    }

    @Override
    public Long execute(Long argument, Transaction transaction) {
      try {
        over.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return argument;
    }
  }
}
