package dev.yardmaster.server.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.server.admin.WatchedPipeline;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests the top command with a real server. */
@Timeout(60)
class TopCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int top(boolean terminal, String... arguments) {
    return new CommandLine(new TopCommand(terminal, ZoneOffset.UTC))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              command.getErr().println(failure.getMessage());
              return failure instanceof IOException ? 1 : 99;
            })
        .execute(arguments);
  }

  private static String url(WatchedPipeline watched) {
    return "http://127.0.0.1:" + watched.port();
  }

  @Test
  void oncePrintsTheNewestFigures() {
    try (WatchedPipeline watched = new WatchedPipeline().listen()) {
      watched.second(40);
      assertEquals(0, top(false, "--once", "--server", url(watched)), err.toString());
      assertTrue(out.toString().contains("committed/s 40  "), out.toString());
      assertTrue(out.toString().contains("last second           40 "), out.toString());
      assertFalse(out.toString().contains("\033"), out.toString());
    }
  }

  @Test
  void whereTheServerAsksForATokenItComesFromAFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("token");
    try (WatchedPipeline watched = new WatchedPipeline().withToken().listen()) {
      String server = url(watched);
      assertEquals(1, top(false, "--once", "--server", server));
      assertTrue(err.toString().contains("401: a token is needed"), err.toString());
      Files.writeString(file, WatchedPipeline.TOKEN + "\n");
      assertEquals(0, top(false, "--once", "--server", server, "--token-file", file.toString()));
      assertEquals(1, top(false, "--once", "--token-file", folder.resolve("none").toString()));
      assertTrue(err.toString().contains("cannot read the token file"), err.toString());
      Files.writeString(file, "two words");
      assertEquals(1, top(false, "--once", "--token-file", file.toString()));
      assertFalse(err.toString().contains("two words"), err.toString());
    }
  }

  @Test
  void aServerThatIsNotThereIsSaidInOneLine() throws IOException {
    String server;
    try (ServerSocket free = new ServerSocket(0)) {
      server = "http://127.0.0.1:" + free.getLocalPort();
    }
    assertEquals(1, top(true, "--server", server));
    assertEquals(
        "no server answers at "
            + server
            + "; is it running, and is this its admin address? (--server)",
        err.toString().strip());
    assertEquals("", out.toString());
  }

  @Test
  void interruptedItLeavesTheTerminalAsItWas() throws InterruptedException {
    try (WatchedPipeline watched = new WatchedPipeline().listen()) {
      watched.second(1);
      int[] exitCode = {-1};
      Thread command = new Thread(() -> exitCode[0] = top(true, "--server", url(watched)));
      command.start();
      long deadlineNs = System.nanoTime() + 30_000_000_000L;
      while (!out.toString().contains("hottest keys") && System.nanoTime() < deadlineNs) {
        LockSupport.parkNanos(1_000_000);
      }
      command.interrupt();
      command.join();
      assertEquals(0, exitCode[0], err.toString());
      assertTrue(out.toString().startsWith("\033[?1049h\033[?25l\033[HYardmaster at 127.0.0.1"));
      assertTrue(out.toString().endsWith("\033[?25h\033[?1049l"), out.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--server ftp://127.0.0.1",
        "--server http://",
        "--server http://me:secret@127.0.0.1:7401",
        "--server http://127.0.0.1:7401/api/live",
        "--rows 0",
        "--rows 21",
        "--rows many",
        "--every 2",
        "now"
      })
  void wrongUsageIsRefused(String arguments) {
    assertEquals(2, top(false, arguments.split(" ")));
  }
}
