package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.wire.schema.Call;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.ServerFrame;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the page about the protocol is correct, and that it contains all information for a
 * client.
 */
@Timeout(60)
class ProtocolPageTest {

  private static final Path PAGE = Path.of("..", "docs", "protocol.md");
  private static final Path PYTHON_CLIENT = Path.of("..", "docs", "yardmaster_client.py");

  private static LoopbackServer start() {
    return new LoopbackServer(Pipeline.start(PipelineConfig.defaults()));
  }

  @Test
  void theErrorsAreThoseThatThereAre() throws IOException {
    Matcher row =
        Pattern.compile("^\\| `([A-Z_]+)` \\| `([A-Z]+)` \\| .+ \\|$", Pattern.MULTILINE)
            .matcher(Files.readString(PAGE));
    List<String> shown = new ArrayList<>();
    while (row.find()) {
      shown.add(row.group(1) + " " + row.group(2));
    }
    assertEquals(
        Arrays.stream(ErrorCode.values()).map(code -> code + " " + code.category()).toList(),
        shown);
  }

  @Test
  void theCausesAreThoseThatThereAre() throws IOException {
    String page = Files.readString(PAGE);
    for (AbortCause cause : AbortCause.values()) {
      assertTrue(page.contains("`" + cause + "`"), cause.name());
    }
  }

  @Test
  void theWorkedExampleIsWhatAServerSays() throws IOException {
    Matcher line =
        Pattern.compile("^([><]) ((?:[0-9a-f]{2} ?)+)", Pattern.MULTILINE)
            .matcher(Files.readString(PAGE));
    int frames = 0;
    try (LoopbackServer server = start();
        Socket socket =
            new Socket(InetAddress.getLoopbackAddress(), server.acceptor().address().getPort())) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (line.find()) {
        byte[] bytes = HexFormat.of().parseHex(line.group(2).replace(" ", ""));
        if (line.group(1).equals(">")) {
          socket.getOutputStream().write(bytes);
        } else {
          byte[] answer = in.readNBytes(bytes.length);
          assertEquals(hex(bytes), hex(answer), "answer " + frames);
        }
        frames++;
      }
      assertEquals(-1, in.read(), "the server must close the connection after goodbye");
    }
    assertTrue(frames > 8, "frames: " + frames);
  }

  @Test
  void requestsMayFollowTheGreetingAtOnce() throws IOException {
    Hello hello = Hello.newBuilder().setOldestVersion(1).setNewestVersion(1).build();
    ClientFrame greeting = ClientFrame.newBuilder().setHello(hello).build();
    // This request is longer than the limit on the first frame. Only the first frame has that
    // limit.
    ClientFrame request =
        ClientFrame.newBuilder()
            .addRequests(
                Request.newBuilder()
                    .setRequestId(1)
                    .setCall(
                        Call.newBuilder()
                            .setProcedure("nobody")
                            .setArgument(ByteString.copyFrom(new byte[20 * 1024]))))
            .build();
    ByteBuffer both =
        ByteBuffer.allocate(8 + greeting.getSerializedSize() + request.getSerializedSize())
            .putInt(greeting.getSerializedSize())
            .put(greeting.toByteArray())
            .putInt(request.getSerializedSize())
            .put(request.toByteArray());
    try (LoopbackServer server = start();
        Socket socket =
            new Socket(InetAddress.getLoopbackAddress(), server.acceptor().address().getPort())) {
      socket.getOutputStream().write(both.array());
      DataInputStream in = new DataInputStream(socket.getInputStream());
      assertTrue(ServerFrame.parseFrom(in.readNBytes(in.readInt())).hasWelcome());
      ServerFrame answer = ServerFrame.parseFrom(in.readNBytes(in.readInt()));
      assertEquals("UNKNOWN_PROCEDURE", answer.getResponses(0).getRejected().getCode());
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.ofDelimiter(" ").formatHex(bytes);
  }

  @Test
  void anotherLanguageCan(@TempDir Path folder) throws IOException, InterruptedException {
    assumeTrue(isOnThePath("python3"), "python3 is not on the PATH");
    try (LoopbackServer server = start()) {
      Path output = folder.resolve("output");
      Process python =
          new ProcessBuilder(
                  "python3",
                  PYTHON_CLIENT.toString(),
                  "127.0.0.1",
                  String.valueOf(server.acceptor().address().getPort()))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        assertTrue(
            python.waitFor(40, TimeUnit.SECONDS), "the Python client did not end within 40 s");
      } finally {
        python.destroyForcibly();
      }
      assertEquals(
          List.of(
              "version 1",
              "one-shot True [None]",
              "condition True USER",
              "interactive True 480",
              "scan True ['eve', 'bob']",
              "status True 480",
              "unknown True UNKNOWN_PROCEDURE"),
          Files.readAllLines(output, StandardCharsets.UTF_8));
    }
  }

  private static boolean isOnThePath(String command) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
  }

  @Test
  void theSchemaThatThePageNamesIsThere() throws IOException {
    Matcher link = Pattern.compile("\\]\\((\\.\\./[^)#]+)\\)").matcher(Files.readString(PAGE));
    int links = 0;
    while (link.find()) {
      assertTrue(Files.exists(PAGE.resolveSibling(link.group(1))), link.group(1));
      links++;
    }
    assertFalse(links == 0);
  }
}
