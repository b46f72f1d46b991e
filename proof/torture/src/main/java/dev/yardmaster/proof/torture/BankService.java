package dev.yardmaster.proof.torture;

import dev.yardmaster.engine.Protocols;
import dev.yardmaster.server.config.ServerOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * The durable service that a child process runs.
 *
 * @param engine {@code pipeline}, or the name of the concurrency control of an engine
 * @param durability {@code sync} or {@code async}; an engine has only {@code sync}
 * @param storage {@code memory} or {@code disk}; an engine has only {@code memory}
 */
public record BankService(String engine, String durability, String storage) {

  /** The name of a pipeline as the service. */
  public static final String PIPELINE = ServerOptions.ENGINE.defaultValue();

  /** The number of words of a service. */
  public static final int WORDS = 3;

  /** Throws an exception if the service does not support the durability or the storage. */
  public BankService {
    if (!engine.equals(PIPELINE) && !storage.equals("memory")) {
      throw new IllegalArgumentException(
          "an engine has its data in memory, so its storage is memory: " + engine);
    }
    if (!engine.equals(PIPELINE) && !durability.equals("sync")) {
      throw new IllegalArgumentException(
          "an engine forces each commit before it answers, so its durability is sync: " + engine);
    }
  }

  /**
   * Returns the names that {@link #engine} may have. Engines are included only if their commit
   * versions are in the serial order, because the model runs the transactions in the order of their
   * versions.
   */
  static List<String> engines() {
    List<String> names = new ArrayList<>(List.of(PIPELINE));
    names.addAll(Protocols.namesWithSerialVersions());
    return names;
  }

  /** Returns the service that {@link #words} describes. */
  public static BankService of(List<String> words) {
    return new BankService(words.get(0), words.get(1), words.get(2));
  }

  /** Returns the arguments with which a process runs this service. */
  public List<String> words() {
    return List.of(engine, durability, storage);
  }

  /** Returns whether the service is a pipeline; only a pipeline can have an archive. */
  boolean isPipeline() {
    return engine.equals(PIPELINE);
  }

  /** Returns the options of a command that runs this service. */
  public String options() {
    return "--engine " + engine + " --durability " + durability + " --storage " + storage;
  }
}
