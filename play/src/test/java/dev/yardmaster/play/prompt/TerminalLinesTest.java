package dev.yardmaster.play.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Types lines at a simulated terminal. */
@Timeout(30)
class TerminalLinesTest {

  private static final String CTRL_C = "\u0003";
  private static final String CTRL_D = "\u0004";
  private static final String UP = "\u0010";

  private static TerminalLines typed(TypedKeys keys) throws IOException {
    Terminal terminal =
        TerminalBuilder.builder().system(false).type("vt100").streams(keys, keys.output()).build();
    return new TerminalLines(terminal, () -> List.of("begin", "commit", "stock"));
  }

  private static TerminalLines typed(String keys) throws IOException {
    return typed(new TypedKeys().when("A> ", 1, keys));
  }

  @Test
  void linesEndWithCtrlD() throws IOException {
    try (TerminalLines lines = typed("begin\rget x\r" + CTRL_D)) {
      assertEquals("begin", lines.next("A> "));
      assertEquals("get x", lines.next("A> "));
      assertNull(lines.next("A> "));
      assertTrue(lines.isInteractive());
      assertTrue(lines.width() >= 48);
    }
  }

  @Test
  void ctrlCCancelsTheLine() throws IOException {
    try (TerminalLines lines =
        typed(
            new TypedKeys()
                .when("A> ", 1, "put x 1")
                .when("put x 1", 1, CTRL_C)
                .when("A> ", 2, "get x\r" + CTRL_D))) {
      assertEquals("get x", lines.next("A> "));
      assertNull(lines.next("A> "));
    }
  }

  @Test
  void theHistoryHasEarlierLinesAndTabCompletes() throws IOException {
    try (TerminalLines lines = typed("get sto\t\r" + UP + "\r" + CTRL_D)) {
      assertEquals("get stock", lines.next("A> ").strip());
      assertEquals("get stock", lines.next("A> ").strip());
    }
  }
}
