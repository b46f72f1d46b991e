package dev.yardmaster.benchmarks.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;
import dev.yardmaster.wire.schema.Welcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AttackConnectionTest {

  @TempDir Path folder;

  private static void send(Socket client, ServerFrame frame) throws IOException {
    byte[] message = frame.toByteArray();
    ByteBuffer length = ByteBuffer.allocate(WireProtocol.LENGTH_BYTES).putInt(message.length);
    client.getOutputStream().write(length.array());
    client.getOutputStream().write(message);
  }

  private static Response response(long requestId) {
    return Response.newBuilder().setRequestId(requestId).build();
  }

  @Test
  void answersAreReceivedInTheirOrderHoweverManyAreInAFrame() throws IOException {
    Path token = Files.writeString(folder.resolve("token"), "token");
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        AttackConnection connection =
            AttackConnection.greeted(
                new AttackTarget(server.getLocalPort(), 0, token, token, null), 0);
        Socket client = server.accept()) {
      send(client, ServerFrame.newBuilder().setWelcome(Welcome.getDefaultInstance()).build());
      send(
          client,
          ServerFrame.newBuilder().addResponses(response(1)).addResponses(response(2)).build());
      send(client, ServerFrame.newBuilder().addResponses(response(3)).build());
      send(client, ServerFrame.newBuilder().setPong(1).build());
      connection.awaitWelcome();
      for (int i = 1; i <= 3; i++) {
        assertEquals(i, connection.receiveResponse().getRequestId());
      }
      assertThrows(IOException.class, connection::receiveResponse, "a pong is no answer");
    }
  }
}
