package dev.yardmaster.proof.simulator.network;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The network between clients and one server. Each step moves some bytes. Until {@link #calm} is
 * called, steps also cause the faults that the network's conditions define.
 */
public final class SimulatedNetwork {

  private static final int MAX_STALL_NS = 400_000_000;
  private static final int MAX_OUTAGE_NS = 100_000_000;

  /** A connection attempt. */
  private record Knock(SimulatedChannel channel, ChannelPromise promise, long dueNs, long lostNs) {}

  private final NetworkConditions conditions;
  private final SplittableRandom random;
  private final LongSupplier nowNs;
  private final List<Knock> knocks = new ArrayList<>();
  private final List<SimulatedConnection> cables = new ArrayList<>();

  /** The allocator of all buffers. It counts the bytes that were allocated and not released. */
  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false, true);

  private SimulatedLoop serverLoop;
  private Supplier<ChannelHandler> server;
  private WriteBufferWaterMark serverWaterMark;
  private long downUntilNs;
  private long nextFaultNs;
  private int faults;
  private boolean calm;

  /** Creates a network without a server. The times of its clock are never negative. */
  public SimulatedNetwork(
      NetworkConditions conditions, SplittableRandom random, LongSupplier nowNs) {
    this.conditions = conditions;
    this.random = random;
    this.nowNs = nowNs;
    drawNextFault();
  }

  NetworkConditions conditions() {
    return conditions;
  }

  long nowNs() {
    return nowNs.getAsLong();
  }

  /** Draws a delay in ns. Most delays are short, and some are long. */
  long delayNs() {
    int bound =
        random.nextInt(4) > 0 ? Math.max(1, conditions.maxDelayNs() / 10) : conditions.maxDelayNs();
    return random.nextInt(bound + 1);
  }

  private void drawNextFault() {
    nextFaultNs =
        conditions.faultEveryNs() == 0 || faults == conditions.faults()
            ? Long.MAX_VALUE
            : nowNs() + 1 + random.nextLong(2L * conditions.faultEveryNs());
  }

  /** Ends all faults, and all stalls that do not last forever. */
  public void calm() {
    calm = true;
    nextFaultNs = Long.MAX_VALUE;
    downUntilNs = 0;
    cables.forEach(SimulatedConnection::goOn);
  }

  /** Returns whether both ends of all connections are closed. */
  public boolean isEmpty() {
    cables.removeIf(SimulatedConnection::isOver);
    return cables.isEmpty();
  }

  /** Returns the number of bytes in the buffers of all channels. */
  public long allocatedBytes() {
    return allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory();
  }

  /** Begins to connect a client, with the contract of {@code Transport.connect}. */
  public Future<?> connect(SimulatedLoop loop, ChannelHandler handler, long timeoutNs) {
    SimulatedChannel channel = new SimulatedChannel();
    channel.config().setAllocator(allocator);
    channel.pipeline().addLast(handler);
    ChannelPromise promise = new DefaultChannelPromise(channel, loop);
    var unused = loop.register(channel);
    knocks.add(new Knock(channel, promise, nowNs() + delayNs(), nowNs() + timeoutNs));
    return promise;
  }

  /**
   * Registers a server, which then accepts connections.
   *
   * @param handlers makes the single handler of each of the server's channels
   */
  public void listen(
      SimulatedLoop loop, Supplier<ChannelHandler> handlers, WriteBufferWaterMark waterMark) {
    serverLoop = loop;
    server = handlers;
    serverWaterMark = waterMark;
  }

  /** Unregisters the server, which then accepts no further connections. */
  public void stopListening() {
    server = null;
  }

  /** Ends the server's process, which ends the server's end of all connections. */
  public void serverEnds() {
    server = null;
    SimulatedLoop loop = serverLoop;
    if (loop == null) {
      return;
    }
    serverLoop = null;
    downUntilNs = calm ? 0 : nowNs() + random.nextInt(MAX_OUTAGE_NS);
    loop.end(
        () -> {
          for (SimulatedConnection connection : cables) {
            if (!connection.server.isClosed()) {
              connection.toClient.reset(random);
            }
            connection.server.vanish();
          }
        });
  }

  /** Executes the next event that is due. Returns false if no event is due. */
  public boolean step() {
    if (nowNs() >= nextFaultNs) {
      drawNextFault();
      fault();
      return true;
    }
    cables.removeIf(SimulatedConnection::isOver);
    return connectNext() || deliverNext();
  }

  private void fault() {
    if (cables.isEmpty()) {
      return;
    }
    faults++;
    SimulatedConnection connection = cables.get(random.nextInt(cables.size()));
    switch (random.nextInt(8)) {
      case 0 -> connection.stall(Long.MAX_VALUE);
      case 1, 2, 3 -> connection.stall(nowNs() + random.nextInt(1 + random.nextInt(MAX_STALL_NS)));
      case 4 -> downUntilNs = nowNs() + random.nextInt(MAX_OUTAGE_NS);
      default -> connection.reset(random);
    }
  }

  private boolean connectNext() {
    for (int i = 0; i < knocks.size(); i++) {
      Knock knock = knocks.get(i);
      if (knock.dueNs <= nowNs()) {
        knocks.remove(i);
        connect(knock);
        return true;
      }
    }
    return false;
  }

  private void connect(Knock knock) {
    SimulatedLoop loop = (SimulatedLoop) knock.channel.eventLoop();
    boolean refused = !calm && random.nextInt(1000) < conditions.refusePermille();
    if (nowNs() >= knock.lostNs) {
      loop.execute(() -> knock.channel.refused(knock.promise, "connection timed out"));
    } else if (refused && random.nextInt(4) == 0) {
      knocks.add(new Knock(knock.channel, knock.promise, knock.lostNs, knock.lostNs));
    } else if (refused || server == null || nowNs() < downUntilNs) {
      loop.execute(() -> knock.channel.refused(knock.promise, "connection refused"));
    } else {
      SimulatedConnection connection = new SimulatedConnection(this, knock.channel);
      cables.add(connection);
      connection.server.config().setAllocator(allocator);
      connection.server.config().setOption(ChannelOption.WRITE_BUFFER_WATER_MARK, serverWaterMark);
      connection.server.accepted();
      connection.server.pipeline().addLast(server.get());
      var unused = serverLoop.register(connection.server);
      loop.execute(() -> knock.channel.connected(knock.promise));
    }
  }

  private boolean deliverNext() {
    List<Stream> due = new ArrayList<>();
    for (SimulatedConnection connection : cables) {
      if (!connection.isStalled()) {
        addIfDue(connection.toServer, due);
        addIfDue(connection.toClient, due);
      }
    }
    if (due.isEmpty()) {
      return false;
    }
    due.get(random.nextInt(due.size())).deliver(random);
    return true;
  }

  private static void addIfDue(Stream stream, List<Stream> due) {
    if (stream.isDue()) {
      due.add(stream);
    }
  }

  /** Returns the time of the next event that is already known, in ns. */
  public long nextDueNs() {
    long nextNs = nextFaultNs;
    for (Knock knock : knocks) {
      nextNs = Math.min(nextNs, knock.dueNs);
    }
    for (SimulatedConnection connection : cables) {
      long dueNs = connection.nextDueNs();
      // Bytes that have arrived, but wait for a reader, are no future event.
      nextNs = dueNs > nowNs() ? Math.min(nextNs, dueNs) : nextNs;
    }
    return nextNs;
  }
}
