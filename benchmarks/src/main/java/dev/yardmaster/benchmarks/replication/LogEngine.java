package dev.yardmaster.benchmarks.replication;

import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.jraft.JraftEngine;
import dev.yardmaster.replication.ratis.RatisEngine;
import java.util.Locale;
import java.util.function.Supplier;

/** The Raft engines behind the replicated log. */
public enum LogEngine {
  /** SOFAJRaft. */
  JRAFT(JraftEngine::new),
  /** Apache Ratis. */
  RATIS(RatisEngine::new);

  private final Supplier<ReplicatedLog.Engine> engine;

  LogEngine(Supplier<ReplicatedLog.Engine> engine) {
    this.engine = engine;
  }

  /** The name on command lines and in reports. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the engine. */
  ReplicatedLog.Engine engine() {
    return engine.get();
  }
}
