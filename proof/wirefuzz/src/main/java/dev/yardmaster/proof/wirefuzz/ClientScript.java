package dev.yardmaster.proof.wirefuzz;

import com.google.protobuf.ByteString;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.Call;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Commit;
import dev.yardmaster.wire.schema.Condition;
import dev.yardmaster.wire.schema.Detail;
import dev.yardmaster.wire.schema.Error;
import dev.yardmaster.wire.schema.Fail;
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.Key;
import dev.yardmaster.wire.schema.Lease;
import dev.yardmaster.wire.schema.OneShot;
import dev.yardmaster.wire.schema.OpenSnapshot;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Read;
import dev.yardmaster.wire.schema.Release;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Scan;
import dev.yardmaster.wire.schema.Step;
import dev.yardmaster.wire.schema.Write;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws the messages of a client. After the greeting, the client sends requests of all kinds, which
 * often access the same keys.
 */
final class ClientScript {

  /** The constant time of the clock in every script, in ms since the epoch. */
  static final long NOW_MS = 1_700_000_000_000L;

  private static final int KEYS = 6;
  private static final int TRANSACTIONS = 4;
  private static final int MAX_HOLD_MS = 10;
  private static final int LONGEST_FRAME = 4;

  private final SplittableRandom random;
  private long requestId;

  private ClientScript(SplittableRandom random) {
    this.random = random;
  }

  /** Draws the frames of one client, without their length prefixes. */
  static List<byte[]> draw(SplittableRandom random) {
    return new ClientScript(random).frames();
  }

  private List<byte[]> frames() {
    List<byte[]> frames = new ArrayList<>();
    ClientFrame.Builder first = ClientFrame.newBuilder().setHello(hello());
    if (random.nextInt(4) == 0) {
      addRequests(first);
    }
    frames.add(first.build().toByteArray());
    for (int more = random.nextInt(6); more > 0; more--) {
      ClientFrame.Builder frame = ClientFrame.newBuilder();
      if (random.nextInt(8) > 0) {
        addRequests(frame);
      }
      if (random.nextInt(4) == 0) {
        frame.addReleases(Release.newBuilder().setRequestId(random.nextLong(requestId + 2)));
      }
      if (random.nextInt(8) == 0) {
        frame.setPing(random.nextLong());
      }
      frames.add(frame.build().toByteArray());
    }
    if (random.nextInt(4) == 0) {
      frames.add(ClientFrame.newBuilder().setGoodbye(true).build().toByteArray());
    }
    return frames;
  }

  private Hello hello() {
    Hello.Builder hello =
        Hello.newBuilder()
            .setOldestVersion(WireProtocol.VERSION)
            .setNewestVersion(WireProtocol.VERSION + random.nextInt(2))
            .setClient("fuzz");
    if (random.nextInt(8) == 0) {
      hello.setToken(random.nextInt(4) == 0 ? "nobody" : FuzzLimits.READER);
    }
    return hello.build();
  }

  private void addRequests(ClientFrame.Builder frame) {
    // Some clients send more requests than one connection may have unanswered.
    int count =
        random.nextInt(256) == 0
            ? random.nextInt(3 * FuzzLimits.MAX_IN_FLIGHT)
            : 1 + random.nextInt(LONGEST_FRAME);
    for (int i = 0; i < count; i++) {
      frame.addRequests(request());
    }
  }

  private Request request() {
    Request.Builder request = Request.newBuilder().setRequestId(++requestId);
    switch (random.nextInt(10)) {
      case 0, 1 -> request.setOneShot(oneShot());
      case 2 -> request.setCall(call());
      case 3 -> request.setStatus(id());
      case 4, 5 -> request.setLease(lease());
      default -> request.setStep(step());
    }
    return request.build();
  }

  /**
   * Draws the request for a lease on few rows, so that requests wait for each other. Some requests
   * are invalid.
   */
  private Lease lease() {
    Lease.Builder lease = Lease.newBuilder().setHoldMs(random.nextInt(MAX_HOLD_MS));
    for (int rows = random.nextInt(3); rows > 0; rows--) {
      lease.addWritten(random.nextInt(2 * KEYS));
    }
    if (random.nextInt(2) == 0) {
      lease.addRead(2 * KEYS + random.nextInt(KEYS));
    }
    return lease.build();
  }

  private Key.Builder key() {
    Key.Builder key = Key.newBuilder().setTable(random.nextBoolean() ? "accounts" : "names");
    int id = random.nextInt(KEYS);
    switch (random.nextInt(8)) {
      case 0 -> key.setText("k" + id);
      case 1 -> key.setBytes(ByteString.copyFrom(new byte[] {1, (byte) id}));
      default -> key.setNumber(id);
    }
    return key;
  }

  private ByteString value() {
    if (random.nextInt(4) > 0) {
      return ByteString.copyFrom(ByteBuffer.allocate(8).putLong(random.nextInt(100)).array());
    }
    boolean isLong = random.nextInt(16) == 0;
    byte[] bytes = new byte[random.nextInt(isLong ? 2 * FuzzLimits.MAX_VALUE_BYTES : 32)];
    random.nextBytes(bytes);
    return ByteString.copyFrom(bytes);
  }

  private Options options() {
    Options.Builder options = Options.newBuilder();
    if (random.nextInt(4) == 0) {
      options.setTimeoutMs(1 + random.nextInt(20_000));
    }
    if (random.nextInt(8) == 0) {
      options.setMaxAttempts(random.nextInt(5)).setWeight(random.nextInt(5));
    }
    if (random.nextInt(4) == 0) {
      options.setPriorityValue(random.nextInt(4));
    }
    if (random.nextInt(4) == 0) {
      options.setId(id());
    }
    return options.build();
  }

  /**
   * Draws an id with few random bits, so that ids repeat. Some ids are too old, and some are in the
   * future.
   */
  private ByteString id() {
    long createdMs =
        switch (random.nextInt(8)) {
          case 0 -> NOW_MS - 10_000_000_000L;
          case 1 -> NOW_MS + 10_000_000_000L;
          default -> NOW_MS;
        };
    return ByteString.copyFrom(
        ByteBuffer.allocate(16).putLong(createdMs << 16).putLong(random.nextInt(16)).array());
  }

  private OneShot oneShot() {
    OneShot.Builder oneShot = OneShot.newBuilder().setOptions(options());
    for (int reads = random.nextInt(4); reads > 0; reads--) {
      oneShot.addReads(key());
    }
    if (random.nextInt(4) == 0) {
      Condition.Builder condition = Condition.newBuilder().setKey(key());
      switch (random.nextInt(3)) {
        case 0 -> condition.setAbsent(true);
        case 1 -> condition.setEqual(value());
        default -> condition.setAtLeast(random.nextInt(100));
      }
      oneShot.addConditions(condition);
    }
    for (int writes = random.nextInt(3); writes > 0; writes--) {
      oneShot.addWrites(write());
    }
    return oneShot.build();
  }

  private Write.Builder write() {
    Write.Builder write = Write.newBuilder().setKey(key());
    return switch (random.nextInt(3)) {
      case 0 -> write.setDelete(true);
      case 1 -> write.setAdd(random.nextInt(100));
      default -> write.setPut(value());
    };
  }

  private Call call() {
    Object argument = requestId;
    if (random.nextInt(8) == 0) {
      argument = List.of("a", 1, 2L);
    }
    return Call.newBuilder()
        .setProcedure(random.nextInt(8) == 0 ? "unknown" : CountProcedure.NAME)
        .setArgument(ByteString.copyFrom(ValueCodec.basic().encode(argument)))
        .setOptions(options())
        .build();
  }

  private Step step() {
    Step.Builder step = Step.newBuilder().setTransaction(1 + random.nextInt(TRANSACTIONS));
    if (random.nextBoolean()) {
      step.setOptions(options());
    }
    switch (random.nextInt(12)) {
      case 0 -> step.setAbandon(true);
      case 1 -> step.setFail(failure());
      case 2, 3 -> {
        Commit.Builder commit = Commit.newBuilder();
        for (int writes = random.nextInt(3); writes > 0; writes--) {
          commit.addWrites(write());
        }
        if (random.nextBoolean()) {
          commit.setResult(ByteString.copyFrom(ValueCodec.basic().encode(List.of("done", 1L))));
        }
        step.setCommit(commit);
      }
      case 4, 5 -> step.setScan(scan());
      case 6, 7 -> step.setOpenSnapshot(openSnapshot());
      default -> {
        Read.Builder read = Read.newBuilder();
        for (int reads = random.nextInt(3); reads > 0; reads--) {
          read.addKeys(key());
        }
        step.setRead(read);
      }
    }
    return step.build();
  }

  /** Draws the first step of a snapshot. Some snapshots may be staler than the server allows. */
  private OpenSnapshot openSnapshot() {
    int staleness = random.nextInt(4);
    return OpenSnapshot.newBuilder()
        .setMaxStalenessMs(random.nextInt(8) == 0 ? random.nextInt() : staleness)
        .build();
  }

  /** Draws a scan. Most scans are of one table and have a valid limit. */
  private Scan scan() {
    Scan.Builder scan = Scan.newBuilder().setFrom(key()).setBackward(random.nextBoolean());
    if (random.nextBoolean()) {
      scan.setTo(key().setTable(random.nextInt(8) == 0 ? "names" : scan.getFrom().getTable()));
    }
    int limit = 1 + random.nextInt(2 * KEYS);
    scan.setAfterFrom(random.nextInt(4) == 0);
    return scan.setLimit(random.nextInt(8) == 0 ? random.nextInt() : limit).build();
  }

  private Fail failure() {
    if (random.nextBoolean()) {
      return Fail.newBuilder().setAbort("no").build();
    }
    String[] codes = {"LOGIC_FAILED", "BAD_VALUE", "OVERLOADED", "NO_SUCH_CODE", ""};
    String[] names = {"name", "retryAfterMs", ""};
    return Fail.newBuilder()
        .setError(
            Error.newBuilder()
                .setCode(codes[random.nextInt(codes.length)])
                .setText("it failed")
                .addDetails(
                    Detail.newBuilder()
                        .setName(names[random.nextInt(names.length)])
                        .setValue(random.nextBoolean() ? "soon" : "12"))
                .setRetryAfterMs(random.nextInt(4) == 0 ? random.nextInt() : 0))
        .build();
  }
}
