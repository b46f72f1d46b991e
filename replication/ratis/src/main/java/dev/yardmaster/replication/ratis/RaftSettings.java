package dev.yardmaster.replication.ratis;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.yardmaster.replication.LogSettings;
import java.util.List;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** The settings of Ratis for one member. */
final class RaftSettings {

  private static final int MIB = 1 << 20;

  /** What Ratis adds to an entry: its term, index, client and call. */
  private static final int ENTRY_OVERHEAD_BYTES = 4096;

  private RaftSettings() {}

  static RaftProperties of(LogSettings settings) {
    RaftProperties properties = new RaftProperties();
    RaftServerConfigKeys.setStorageDir(properties, List.of(settings.folder().toFile()));
    address(properties, settings);
    timeouts(properties, (int) settings.electionTimeout().toMillis());
    log(properties, settings.maxEntryBytes());
    return properties;
  }

  private static void address(RaftProperties properties, LogSettings settings) {
    GrpcConfigKeys.Server.setHost(properties, settings.self().host());
    GrpcConfigKeys.Server.setPort(properties, settings.self().port());
  }

  private static void timeouts(RaftProperties properties, int electionTimeoutMs) {
    TimeDuration timeout = TimeDuration.valueOf(electionTimeoutMs, MILLISECONDS);
    TimeDuration twice = timeout.multiply(2);
    RaftServerConfigKeys.Rpc.setTimeoutMin(properties, timeout);
    RaftServerConfigKeys.Rpc.setTimeoutMax(properties, twice);
    RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(properties, twice);
    RaftServerConfigKeys.LeaderElection.setMemberMajorityAdd(properties, true);
    RaftServerConfigKeys.setSleepDeviationThreshold(properties, timeout);
    // A new member that hears from the leader once, and then not for an election timeout, would
    // close itself; so the leader does not wait longer after errors.
    int retryMs = Math.max(10, electionTimeoutMs / 10);
    RaftServerConfigKeys.Log.Appender.setRetryPolicy(properties, retryMs + "ms,1000000000");
    // A machine that was suspended comes back as a follower.
    RaftServerConfigKeys.setCloseThreshold(properties, TimeDuration.valueOf(1000, DAYS));
  }

  private static void log(RaftProperties properties, int maxEntryBytes) {
    SizeInBytes requestBytes =
        SizeInBytes.valueOf(Math.max(MIB, maxEntryBytes + ENTRY_OVERHEAD_BYTES));
    SizeInBytes waitingBytes = SizeInBytes.valueOf(Math.max(16 * MIB, 4L * maxEntryBytes));
    RaftServerConfigKeys.Write.setByteLimit(properties, waitingBytes);
    RaftServerConfigKeys.Log.setQueueByteLimit(properties, waitingBytes);
    RaftServerConfigKeys.Log.Appender.setBufferByteLimit(properties, requestBytes);
    RaftServerConfigKeys.Log.Appender.setWaitTimeMin(properties, TimeDuration.ZERO);
    RaftServerConfigKeys.Log.Appender.setSnapshotChunkSizeMax(properties, SizeInBytes.valueOf(MIB));
    RaftServerConfigKeys.Log.setWriteBufferSize(
        properties, SizeInBytes.valueOf(requestBytes.getSize() + ENTRY_OVERHEAD_BYTES));
    GrpcConfigKeys.setMessageSizeMax(properties, SizeInBytes.valueOf(requestBytes.getSize() + MIB));
    RaftServerConfigKeys.Log.setSegmentSizeMax(properties, SizeInBytes.valueOf(8 * MIB));
    RaftServerConfigKeys.Log.setSegmentCacheNumMax(properties, 2);
    RaftServerConfigKeys.Log.setSegmentCacheSizeMax(properties, SizeInBytes.valueOf(16 * MIB));
    // Lets the thread that receives entries append them; Ratis would pass them to another one.
    RaftServerConfigKeys.Log.setAppendEntriesComposeEnabled(properties, false);
    RaftServerConfigKeys.Log.setPurgeGap(properties, 1);
    // Ratis would append an entry after each commit, to know the commit index after a start. The
    // leader tells it anyway.
    RaftServerConfigKeys.Log.setLogMetadataEnabled(properties, false);
    // No request is sent twice, so no reply has to be kept for long.
    RaftServerConfigKeys.RetryCache.setExpiryTime(properties, TimeDuration.ONE_SECOND);
  }
}
