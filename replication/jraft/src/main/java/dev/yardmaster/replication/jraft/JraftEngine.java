package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.impl.RocksDBLogStorage;
import com.alipay.sofa.jraft.util.StorageOptionsFactory;
import dev.yardmaster.replication.LogSettings;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.replication.ReplicatedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts members on SOFAJRaft. */
public final class JraftEngine implements ReplicatedLog.Engine {

  private static final Logger LOGGER = LoggerFactory.getLogger(JraftEngine.class);

  private static final String GROUP = "yardmaster";

  /** The file of a member's folder that has the member's name. */
  private static final String MEMBER_FILE = "member";

  /** Entries in flight between two threads; a power of two. */
  private static final int RING_SLOTS = 1 << 11;

  private static final int SNAPSHOT_CHUNK_BYTES = 1 << 20;
  private static final int MEMTABLE_BYTES = 16 << 20;

  static {
    StorageOptionsFactory.registerRocksDBColumnFamilyOptions(
        RocksDBLogStorage.class,
        StorageOptionsFactory.getDefaultRocksDBColumnFamilyOptions()
            .setWriteBufferSize(MEMTABLE_BYTES));
  }

  private final Partition partition;

  /** An engine whose members reach each other. */
  public JraftEngine() {
    this(new Partition());
  }

  /** An engine whose members a test can cut off from all others. */
  public JraftEngine(Partition partition) {
    this.partition = partition;
  }

  @Override
  public ReplicatedLog start(LogSettings settings, Replica replica) throws IOException {
    if (settings.tls().isEmpty()) {
      Loopback.require(List.of(settings.self()));
      Loopback.require(settings.initialMembers());
    }
    Files.createDirectories(settings.folder());
    claimFolder(settings);
    MemberServer server = MemberServer.start(settings, partition);
    NodeImpl node = new NodeImpl(GROUP, Peers.peer(settings.self()));
    PendingFutures pending = new PendingFutures();
    ReplicaStateMachine machine = new ReplicaStateMachine(settings.self(), replica, node, pending);
    MemberStorage storage = new MemberStorage();
    NodeOptions options = options(settings, server.network());
    options.setFsm(machine);
    options.setServiceFactory(storage);
    options.setAppendEntriesExecutors(server.sending());
    if (!starts(node, options)) {
      JraftLog.close(server, node);
      throw new IOException("cannot start a member from " + settings.folder());
    }
    machine.startsWith(node.getCurrentConf());
    return new JraftLog(settings, node, machine, storage, pending, server);
  }

  /**
   * Writes the member's name to its folder, and refuses the folder of another member: two members
   * with the votes of one can lose what was acknowledged.
   */
  private static void claimFolder(LogSettings settings) throws IOException {
    Path file = settings.folder().resolve(MEMBER_FILE);
    String name = settings.self().name();
    if (!Files.exists(file)) {
      Files.writeString(file, name);
    }
    String owner = Files.readString(file);
    if (!owner.equals(name)) {
      throw new IOException(
          settings.folder() + " has the data of member " + owner + ", not of " + name);
    }
  }

  private static boolean starts(NodeImpl node, NodeOptions options) {
    try {
      return node.init(options);
    } catch (RuntimeException e) {
      LOGGER.error("Node {} does not start", node.getNodeId(), e);
      return false;
    }
  }

  private static NodeOptions options(LogSettings settings, MemberNetwork network) {
    int electionTimeoutMs = Math.toIntExact(settings.electionTimeout().toMillis());
    RaftOptions raft = new RaftOptions();
    raft.setMaxElectionDelayMs(electionTimeoutMs);
    raft.setDisruptorBufferSize(RING_SLOTS);
    raft.setMaxByteCountPerRpc(SNAPSHOT_CHUNK_BYTES);
    raft.setOpenStatistics(false);
    Path folder = settings.folder();
    NodeOptions options = new MemberOptions(network);
    options.setRaftOptions(raft);
    options.setElectionTimeoutMs(electionTimeoutMs);
    options.setInitialConf(Peers.configuration(settings.initialMembers()));
    options.setLogUri(folder.resolve("log").toString());
    options.setRaftMetaUri(folder.resolve("term").toString());
    options.setSnapshotUri(folder.resolve("snapshots").toString());
    options.setSnapshotIntervalSecs(0);
    options.setDisableCli(true);
    options.setTimerPoolSize(2);
    options.setRpcProcessorThreadPoolSize(6);
    return options;
  }
}
