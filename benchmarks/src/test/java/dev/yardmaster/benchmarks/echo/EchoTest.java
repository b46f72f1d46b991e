package dev.yardmaster.benchmarks.echo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.process.MeasuredProcess;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EchoTest {

  private static final long DEADLINE_NS = 30_000_000_000L;
  private static final long LOOK_NS = 100_000;

  private static void await(BooleanSupplier condition) {
    long deadlineNs = System.nanoTime() + DEADLINE_NS;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadlineNs, "the condition was not met before the deadline");
      LockSupport.parkNanos(LOOK_NS);
    }
  }

  @Test
  void everyMessageHasAnAnswerOfTheLengthThatWasAskedFor() throws Exception {
    try (EchoServer server = new EchoServer(EchoKind.MESSAGES, 20);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      DataInputStream in = new DataInputStream(socket.getInputStream());
      for (int i = 0; i < 3; i++) {
        out.writeInt(5);
        out.write(new byte[] {1, 2, 3, 4, 5});
      }
      for (int i = 0; i < 3; i++) {
        assertEquals(16, in.readInt());
        // The answer is the message, padded to the length of an answer.
        assertArrayEquals(Arrays.copyOf(new byte[] {1, 2, 3, 4, 5}, 16), in.readNBytes(16));
      }
    }
  }

  @Test
  void messagesGoRoundAsLongAsItIsOpen() {
    try (EchoServer server = new EchoServer(EchoKind.MESSAGES, 48)) {
      EchoClient client =
          new EchoClient(
              EchoKind.MESSAGES, server.port(), 3, 10, 64, true, SystemNanoClock.INSTANCE);
      client.record();
      await(() -> client.exchanged() > 1_000);
      client.close();
      assertTrue(client.latencyNs().getTotalCount() > 0);
      assertTrue(client.latencyNs().getMinValue() > 0);
    }
  }

  @Test
  void anUntimedClientLeavesTheClockAlone() {
    try (EchoServer server = new EchoServer(EchoKind.MESSAGES, 48)) {
      EchoClient client =
          new EchoClient(
              EchoKind.MESSAGES,
              server.port(),
              4,
              2,
              64,
              false,
              () -> {
                throw new AssertionError("the clock must not be read");
              });
      await(() -> client.exchanged() > 1_000 || client.failure() != null);
      assertNull(client.failure());
      client.close();
      assertEquals(0, client.latencyNs().getTotalCount());
    }
  }

  @Test
  void aServerThatEndsIsSeen() throws Exception {
    MeasuredProcess server = MeasuredProcess.start(EchoServer.class, "CONSTANT", "48");
    try (EchoClient client =
        new EchoClient(
            EchoKind.MESSAGES, server.port(), 1, 1, 64, false, SystemNanoClock.INSTANCE)) {
      await(() -> client.exchanged() > 0);
      server.close();
      assertFalse(server.isAlive());
      await(() -> client.failure() != null);
      assertNotNull(client.failure());
    }
  }
}
