package dev.yardmaster.proof.wirefuzz;

import com.google.protobuf.ByteString;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.Aborted;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Closing;
import dev.yardmaster.wire.schema.Committed;
import dev.yardmaster.wire.schema.Conflict;
import dev.yardmaster.wire.schema.Detail;
import dev.yardmaster.wire.schema.Entries;
import dev.yardmaster.wire.schema.Entry;
import dev.yardmaster.wire.schema.Error;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Restart;
import dev.yardmaster.wire.schema.ServerFrame;
import dev.yardmaster.wire.schema.Status;
import dev.yardmaster.wire.schema.Value;
import dev.yardmaster.wire.schema.Values;
import dev.yardmaster.wire.schema.Welcome;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that answers requests with arbitrary answers. Each connection has its own thread. */
final class LyingServer implements AutoCloseable {

  private static final int LONGEST_FRAME = 1 << 20;
  private static final ByteString NUMBER = ByteString.copyFrom(new byte[Long.BYTES]);
  private static final String[] CODES = {"OVERLOADED", "CLOSED", "BAD_VALUE", "FORBIDDEN", "?", ""};

  private final ServerSocket listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger inputs = new AtomicInteger();
  private final SplittableRandom random;
  private volatile boolean honestGreeting;

  LyingServer(SplittableRandom random) throws IOException {
    this.random = random;
    daemon(this::accept).start();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "lying-server");
    thread.setDaemon(true);
    return thread;
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Returns the number of incorrect frames sent so far. */
  int inputs() {
    return inputs.get();
  }

  void greetHonestly(boolean honestly) {
    honestGreeting = honestly;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        open.add(socket);
        SplittableRandom chance = random.split();
        daemon(() -> serve(socket, chance)).start();
      }
    } catch (IOException closed) {
      // The exception shows that the server is closed.
    }
  }

  private void serve(Socket socket, SplittableRandom chance) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      while (true) {
        byte[] bytes = new byte[Math.min(in.readInt(), LONGEST_FRAME)];
        in.readFully(bytes);
        ClientFrame frame = ClientFrame.parseFrom(bytes);
        if (frame.hasHello()) {
          send(welcome(), honestGreeting || chance.nextInt(4) > 0, out, chance);
        }
        for (Request request : frame.getRequestsList()) {
          if (chance.nextInt(40) == 0) {
            inputs.incrementAndGet();
            return;
          }
          if (chance.nextInt(16) > 0) {
            send(answer(request, chance), chance.nextInt(3) > 0, out, chance);
          }
        }
      }
    } catch (IOException gone) {
      // The client has closed the connection.
    } finally {
      open.remove(socket);
    }
  }

  private void send(
      ServerFrame.Builder frame, boolean honestly, OutputStream out, SplittableRandom chance)
      throws IOException {
    byte[] bytes = frame.build().toByteArray();
    int length = bytes.length;
    if (!honestly) {
      inputs.incrementAndGet();
      switch (chance.nextInt(8)) {
        case 0 -> length = chance.nextInt();
        case 1 -> chance.nextBytes(bytes);
        default -> bytes = new FrameMutation(chance).mutate(bytes);
      }
      length = length == frame.build().getSerializedSize() ? bytes.length : length;
    }
    out.write(
        ByteBuffer.allocate(WireProtocol.LENGTH_BYTES + bytes.length)
            .putInt(length)
            .put(bytes)
            .array());
  }

  private static ServerFrame.Builder welcome() {
    return ServerFrame.newBuilder()
        .setWelcome(
            Welcome.newBuilder()
                .setVersion(WireProtocol.VERSION)
                .setMaxFrameBytes(LONGEST_FRAME)
                .setMaxInFlight(64)
                .setMaxKeys(16)
                .setMaxValueBytes(1024)
                .setMaxTransactionBytes(1 << 14));
  }

  private static ServerFrame.Builder answer(Request request, SplittableRandom chance) {
    if (chance.nextInt(64) == 0) {
      return ServerFrame.newBuilder()
          .setClosing(Closing.newBuilder().setCode(code(chance)).setReason("enough"));
    }
    long id = chance.nextInt(16) == 0 ? chance.nextInt(20) : request.getRequestId();
    Response.Builder response = Response.newBuilder().setRequestId(id);
    Committed.Builder committed =
        Committed.newBuilder().setCommitVersion(1).addValues(Value.newBuilder().setValue(NUMBER));
    switch (chance.nextInt(12)) {
      case 0 -> response.setCommitted(committed);
      case 1 ->
          response.setAborted(
              Aborted.newBuilder()
                  .setCause(chance.nextBoolean() ? "VALIDATION" : "NO_CAUSE")
                  .setLastConflict(Conflict.newBuilder().setCause("VICTIM")));
      case 2 -> response.setRejected(error(chance));
      case 3 -> response.setUnknown(error(chance));
      case 4 -> response.setStatus(Status.newBuilder().setLogic("x").setCommitted(committed));
      case 5 -> response.setRestart(Restart.newBuilder().setRestarts(1));
      case 6 -> response.setRefused(error(chance));
      case 7 -> {
        // In this case the server sends no answer.
      }
      case 8, 9 -> response.setEntries(entries(chance));
      default -> response.setValues(Values.newBuilder().addAllValues(committed.getValuesList()));
    }
    return ServerFrame.newBuilder().addResponses(response);
  }

  /** Draws entries that a scan may have found, or arbitrary entries. */
  private static Entries entries(SplittableRandom chance) {
    Entries.Builder entries = Entries.newBuilder().setCut(chance.nextBoolean());
    for (int count = chance.nextInt(4); count > 0; count--) {
      Entry.Builder entry = Entry.newBuilder().setValue(NUMBER);
      switch (chance.nextInt(4)) {
        case 0 -> entry.setText(chance.nextBoolean() ? "" : "name");
        case 1 -> entry.setNumber(chance.nextLong());
        default -> entry.setNumber(count);
      }
      entries.addEntries(chance.nextInt(8) == 0 ? entry.clearId() : entry);
    }
    return entries.build();
  }

  private static Error error(SplittableRandom chance) {
    return Error.newBuilder()
        .setCode(code(chance))
        .setText("no")
        .addDetails(Detail.newBuilder().setName(chance.nextBoolean() ? "retryAfterMs" : "x"))
        .setRetryAfterMs(chance.nextInt(4) == 0 ? chance.nextInt() : 0)
        .build();
  }

  private static String code(SplittableRandom chance) {
    return CODES[chance.nextInt(CODES.length)];
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
