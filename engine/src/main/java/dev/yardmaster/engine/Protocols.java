package dev.yardmaster.engine;

import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.ProtocolFactory;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.hybrid.HotKeyPartitioning;
import dev.yardmaster.engine.protocol.locking.LockPolicy;
import dev.yardmaster.engine.protocol.locking.TwoPhaseLocking;
import dev.yardmaster.engine.protocol.mixed.Mixed;
import dev.yardmaster.engine.protocol.mocc.Mocc;
import dev.yardmaster.engine.protocol.multiversion.MultiVersion;
import dev.yardmaster.engine.protocol.multiversion.Mvrcc;
import dev.yardmaster.engine.protocol.partition.PartitionLocking;
import dev.yardmaster.engine.protocol.plor.Plor;
import dev.yardmaster.engine.protocol.plor.PlorSettings;
import dev.yardmaster.engine.protocol.plor.PlorSettings.DelayedLocks;
import dev.yardmaster.engine.protocol.ranges.Gwv;
import dev.yardmaster.engine.protocol.ranges.Lrv;
import dev.yardmaster.engine.protocol.ranges.Rocc;
import dev.yardmaster.engine.protocol.silo.Silo;
import dev.yardmaster.engine.protocol.snapshot.Certifier;
import dev.yardmaster.engine.protocol.snapshot.SnapshotIsolation;
import dev.yardmaster.engine.protocol.tebaldi.Tebaldi;
import dev.yardmaster.engine.protocol.tictoc.TicToc;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.trials.TunerPace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.IntFunction;

/**
 * All concurrency controls by their names: the engine's own protocols, and the protocols whose
 * {@link ProtocolFactory} is on the class path.
 */
public final class Protocols {

  private static final String PARTCC = "partcc";
  private static final String CORMCC = "cormcc";
  private static final String HYBRID = "hybrid";

  /** The protocols from which CormCC chooses one for each partition (section 5). */
  private static final List<String> CANDIDATES = List.of(PARTCC, "no-wait", "silo");

  /** The partitioning for a protocol that is created by its name alone. */
  private static final Partitioning HASHED = Partitioning.hashed(64);

  private static final Map<String, IntFunction<Protocol>> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("silo", workers -> new Silo());
    BY_NAME.put("tictoc", workers -> new TicToc());
    BY_NAME.put("no-wait", workers -> new TwoPhaseLocking(LockPolicy.NO_WAIT, workers));
    BY_NAME.put("wait-die", workers -> new TwoPhaseLocking(LockPolicy.WAIT_DIE, workers));
    BY_NAME.put("wound-wait", workers -> new TwoPhaseLocking(LockPolicy.WOUND_WAIT, workers));
    BY_NAME.put("mocc", Mocc::new);
    plor("plor", PlorSettings.DEFAULT);
    plor("plor-dwa", PlorSettings.DEFAULT.withDelayedLocks(DelayedLocks.ON));
    plor("plor-auto", PlorSettings.DEFAULT.withDelayedLocks(DelayedLocks.AUTO));
    plor("plor-optimistic", PlorSettings.DEFAULT.withOptimisticFirst(true));
    plor("plor-latched", PlorSettings.DEFAULT.withLatchFree(false));
    plor("plor-rt", PlorSettings.DEFAULT.withDeadlines(true));
    BY_NAME.put("multi-version", MultiVersion::new);
    BY_NAME.put("si", SnapshotIsolation::isolated);
    BY_NAME.put("ssi", workers -> SnapshotIsolation.certified(Certifier.SSI, workers));
    BY_NAME.put("ssn", workers -> SnapshotIsolation.certified(Certifier.SSN, workers));
    BY_NAME.put("rocc", Rocc::new);
    BY_NAME.put("lrv", Lrv::new);
    BY_NAME.put("gwv", Gwv::new);
    BY_NAME.put("mvrcc", Mvrcc::new);
    BY_NAME.put(PARTCC, workers -> new PartitionLocking(HASHED));
    BY_NAME.put(CORMCC, workers -> cormcc(workers, HASHED));
    BY_NAME.put(HYBRID, workers -> hybrid(workers, HotKeyPartitioning.NONE_HOT));
    BY_NAME.put("tebaldi", Tebaldi::new);
    ServiceLoader.load(ProtocolFactory.class, Protocols.class.getClassLoader())
        .forEach(Protocols::add);
  }

  private Protocols() {}

  private static void add(ProtocolFactory factory) {
    if (BY_NAME.putIfAbsent(factory.name(), factory::create) != null) {
      throw new IllegalStateException(
          "two concurrency controls have the same name: name="
              + factory.name()
              + ", class="
              + factory.getClass().getName());
    }
  }

  private static void plor(String name, PlorSettings settings) {
    BY_NAME.put(name, workers -> new Plor(name, settings, workers));
  }

  /**
   * Creates the protocols that a mixed protocol combines. All of them work on the same records.
   *
   * @param names the names of the protocols. A transaction acquires its write locks protocol by
   *     protocol, in this order
   * @param workers the maximum number of workers of the engine
   */
  public static List<Protocol> parts(List<String> names, Partitioning partitioning, int workers) {
    List<Protocol> parts = new ArrayList<>();
    int firstWord = RecordHeader.WORDS;
    for (String name : names) {
      Protocol part =
          switch (name) {
            case "no-wait" -> new TwoPhaseLocking(LockPolicy.NO_WAIT, firstWord, workers);
            case "wait-die" -> new TwoPhaseLocking(LockPolicy.WAIT_DIE, firstWord, workers);
            case "wound-wait" -> new TwoPhaseLocking(LockPolicy.WOUND_WAIT, firstWord, workers);
            case "plor" -> new Plor("plor", PlorSettings.DEFAULT.withFirstWord(firstWord), workers);
            default -> named(name, workers, partitioning);
          };
      parts.add(part);
      firstWord = Math.max(firstWord, part.recordWords());
    }
    return parts;
  }

  private static Mixed cormcc(int workers, Partitioning partitioning) {
    return cormcc(workers, partitioning, partition -> "silo").chooseBy(TunerPace.DEFAULT);
  }

  /**
   * Creates {@code cormcc} for one engine, without the tuner that chooses the protocols of the
   * partitions at run time.
   *
   * @param first returns the name of the protocol with which a partition starts: {@code partcc},
   *     {@code no-wait} or {@code silo}
   */
  public static Mixed cormcc(int workers, Partitioning partitioning, IntFunction<String> first) {
    return new Mixed(
        CORMCC,
        partitioning,
        parts(CANDIDATES, partitioning, workers),
        partition -> CANDIDATES.indexOf(first.apply(partition)),
        workers);
  }

  /**
   * Creates {@code hybrid} for one engine. In contrast, {@link #named} creates {@code hybrid}
   * without hot keys, so that it behaves like Silo.
   *
   * @param hot the hot keys. The records of hot keys are locked at the first access; all other keys
   *     run under Silo
   */
  public static Mixed hybrid(int workers, HotKeyPartitioning hot) {
    List<Protocol> parts = parts(List.of("no-wait", "silo"), hot, workers);
    return new Mixed(HYBRID, hot, parts, partition -> partition, workers);
  }

  /**
   * As {@link #cormcc(int, Partitioning, IntFunction)}, but a switch of a partition's protocol
   * stops all workers (StopAll, section 6.6).
   */
  public static Mixed cormccStoppingAll(
      int workers, Partitioning partitioning, IntFunction<String> first) {
    return Mixed.stopAll(
        CORMCC,
        partitioning,
        parts(CANDIDATES, partitioning, workers),
        partition -> CANDIDATES.indexOf(first.apply(partition)),
        workers);
  }

  /** Returns the names of all protocols. */
  public static List<String> names() {
    return new ArrayList<>(BY_NAME.keySet());
  }

  /** Returns whether the protocol of the given name uses the partitions of the keys. */
  public static boolean usesPartitions(String name) {
    return name.equals(PARTCC) || name.equals(CORMCC);
  }

  /** Returns whether the protocol of the given name keeps old versions for read-only snapshots. */
  public static boolean keepsSnapshots(String name) {
    return named(name, 1).keepsSnapshots();
  }

  /** Returns whether transactions can be suspended under the protocol of the given name. */
  public static boolean canSuspend(String name) {
    return named(name, 1).canSuspend();
  }

  /** Returns whether the protocol of the given name orders transactions by their deadlines. */
  public static boolean usesDeadlines(String name) {
    return named(name, 1).usesDeadlines();
  }

  /**
   * Returns the names of the protocols under which a service numbers its commits in their serial
   * order.
   */
  public static List<String> namesWithSerialVersions() {
    return BY_NAME.keySet().stream().filter(name -> named(name, 1).locksReads()).toList();
  }

  /** Returns the isolation level of the protocol of the given name. */
  public static Isolation isolation(String name) {
    return named(name, 1).isolation();
  }

  /** Returns the names of the protocols that are serializable. */
  public static List<String> serializableNames() {
    return names().stream()
        .filter(name -> isolation(name).compareTo(Isolation.SERIALIZABLE) >= 0)
        .toList();
  }

  /** Returns the names of the protocols that are strictly serializable. */
  public static List<String> strictNames() {
    return names().stream().filter(name -> isolation(name) == Isolation.STRICT).toList();
  }

  /**
   * Creates a protocol for one engine.
   *
   * @param workers the maximum number of workers of the engine
   * @throws IllegalArgumentException if no protocol has that name
   */
  public static Protocol named(String name, int workers) {
    return named(name, workers, HASHED);
  }

  /**
   * As {@link #named(String, int)}, with the partitions of the keys, which only {@code partcc} and
   * {@code cormcc} use.
   */
  public static Protocol named(String name, int workers, Partitioning partitioning) {
    if (name.equals(PARTCC)) {
      return new PartitionLocking(partitioning);
    }
    if (name.equals(CORMCC)) {
      return cormcc(workers, partitioning);
    }
    IntFunction<Protocol> maker = BY_NAME.get(name);
    if (maker == null) {
      throw new IllegalArgumentException(
          "no such concurrency control: name=" + name + ", known=" + names());
    }
    return maker.apply(workers);
  }
}
