package dev.yardmaster.play.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.play.service.BatchedPipeline;
import dev.yardmaster.play.service.EngineTarget;
import dev.yardmaster.play.service.Target;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs lines in several sessions that are open at the same time. */
@Timeout(60)
class PromptTest {

  private static String script(Target target, boolean executed, String lines)
      throws IOException, InterruptedException {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    try (target;
        LineSource source = new ScriptLines(new StringReader(lines), out)) {
      assertEquals(executed, new Prompt(target, out).run(source), text::toString);
    }
    return text.toString();
  }

  /** Returns the error that ends a script, in one line. */
  private static String error(String lines) throws IOException, InterruptedException {
    String printed = script(new BatchedPipeline(true), false, lines);
    return printed.substring(printed.lastIndexOf("error: ")).strip().replaceAll("\\s+", " ");
  }

  @Test
  void errorsNameTheSessionAndTheRemedy() throws IOException, InterruptedException {
    assertEquals("error: B has no open transaction; begin starts one", error("b\nget x"));
    assertEquals(
        "error: A has an open transaction; commit or abort ends it first", error("begin\nbegin"));
    assertEquals("error: there is no session C; session C creates it", error("c: begin"));
    assertEquals("error: there is no command 'gte'; help lists the commands", error("gte x"));
    assertEquals("error: A waits for nothing", error("wait"));
    assertEquals("error: a session cannot have the name of a command: get", error("session get"));
    assertTrue(error("session 1").startsWith("error: a session's name has 1 to 8 letters"));
    assertTrue(
        error("session c\nsession d\nsession e\nsession f\nsession g")
            .startsWith("error: there are at most 6 sessions"));
    assertEquals("error: a quotation mark is not closed in: put x \"1", error("begin\nput x \"1"));
  }

  @Test
  void valuesMayBeginWithDashes() throws IOException, InterruptedException {
    for (String value : new String[] {"--", "-", "-5", "--help", "-x=1", "--a b --"}) {
      String quoted = value.contains(" ") ? '"' + value + '"' : value;
      String shown =
          script(new BatchedPipeline(true), true, "begin\nput x " + quoted + "\nget x\ncommit");
      assertTrue(shown.contains("x = " + value), value + ": " + shown);
    }
    assertEquals("error: Unknown option: '--' (help begin)", error("begin --"));
    String key = script(new BatchedPipeline(true), true, "begin\nput -- --");
    assertTrue(key.contains("-- := --"), key);
  }

  @Test
  void aScanThatReachedItsLimitHasReadNoFurther() throws IOException, InterruptedException {
    String setup = "begin\nput k/1 1\nput k/2 2\ncommit\nbegin\nscan k/1 k/9 1\nb: begin\n";
    String beyond = script(new BatchedPipeline(true), true, setup + "b: put k/5 5\nb: commit");
    assertFalse(beyond.contains("which A has read"), beyond);
    String within = script(new BatchedPipeline(true), true, setup + "b: put k/1 5\nb: commit");
    assertTrue(within.contains("which A has read"), within);
  }

  @Test
  void aTransactionOfABatchWithAnErrorEndsAScript() throws IOException, InterruptedException {
    assertEquals(
        "error: a transaction of the batch has an error",
        error("begin\nput name Ada\ncommit\nbatch x = name + 1"));
  }

  @Test
  void aPromptThatReadsAPipeCanBeInterrupted() throws IOException {
    PrintWriter out = new PrintWriter(new StringWriter());
    try (PipedWriter silent = new PipedWriter();
        LineSource source = new ScriptLines(new PipedReader(silent), out)) {
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, () -> source.next("> "));
    }
  }

  @Test
  void aRefusedStepLeavesTheTransactionOpen() throws IOException, InterruptedException {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    try (Target target = new BatchedPipeline(true)) {
      Iterator<String> typed =
          List.of("begin", "put x 4", "put /y 4", "scan z a", "add x five", "commit", "show")
              .iterator();
      boolean executed =
          new Prompt(target, out)
              .run(
                  new LineSource() {
                    @Override
                    public String next(String prompt) {
                      return typed.hasNext() ? typed.next() : null;
                    }

                    @Override
                    public boolean isInteractive() {
                      return true;
                    }
                  });
      assertTrue(executed, "an error does not end a prompt at which a user types");
    }
    List<String> lines = text.toString().lines().toList();
    assertEquals(
        3, lines.stream().filter(line -> line.startsWith("error: ")).count(), lines::toString);
    assertTrue(lines.contains("committed as version 1"), lines::toString);
    assertTrue(lines.contains("x = 4  (version 1, by A)"), lines::toString);
  }

  @Test
  void aThirdSessionDividesTheScreenAgain() throws IOException, InterruptedException {
    String printed =
        script(new BatchedPipeline(true), true, "session c\nbegin\nput k v\nb: begin\na: begin");
    assertTrue(printed.contains("\n" + " ".repeat(52) + "C> begin\n" + " ".repeat(52) + "began\n"));
    assertTrue(printed.contains("\n" + " ".repeat(26) + "began\n"), printed);
    assertTrue(printed.endsWith("\nbegan\n"), printed);
  }

  @Test
  void anAbortWritesNothing() throws IOException, InterruptedException {
    String printed =
        script(
            new BatchedPipeline(true),
            true,
            "begin\nput x 1\nrollback\nbegin\ndelete x\nabort\nshow");
    assertEquals(2, printed.lines().filter(line -> line.startsWith("aborted: ")).count(), printed);
    assertTrue(printed.contains("\nno committed values\n"), printed);
  }

  @Test
  void aDeletedKeyHasNoValue() throws IOException, InterruptedException {
    String printed =
        script(
            new BatchedPipeline(true),
            true,
            "begin\nput x \"a b\"\ncommit\nbegin\nget x\ndelete x\nget x\ncommit\nshow");
    assertTrue(printed.contains("\nx = a b\n") && printed.contains("\nx = (no value)\n"), printed);
    assertTrue(printed.contains("\nno committed values\n"), printed);
  }

  @Test
  void aBatchMakesAnOpenTransactionStale() throws IOException, InterruptedException {
    String printed =
        script(
            new BatchedPipeline(true),
            true,
            "begin\nget x\nbatch x = 1\nput y 1\ncommit\nbegin\nget y\nbatch z = 1\nput y 1\ncommit");
    assertTrue(printed.contains("\n! the batch changed x, which A has read\n"), printed);
    assertTrue(
        printed
            .replaceAll("\\s+", " ")
            .contains("PRE_VALIDATION x: read version 0, found version 1 by T1"),
        printed);
    assertEquals(1, printed.lines().filter(line -> line.startsWith("! ")).count(), printed);
    assertTrue(printed.endsWith("committed as version 3\n"), printed);
  }

  @Test
  void aStepThatWaitsForALockIsAnsweredLater() throws IOException, InterruptedException {
    String lines =
        """
        begin
        put x 1
        commit
        begin
        get x
        b: begin
        b: put x 2
        b: get x
        b: commit
        """;
    String waiting =
        script(new EngineTarget("wound-wait", Duration.ofMillis(50)), false, lines + "b: commit");
    assertTrue(waiting.contains("... waits for another transaction"), waiting);
    assertTrue(waiting.endsWith("error: B still waits for the reply to: commit\n"), waiting);
    String released =
        script(new EngineTarget("wound-wait", Duration.ofSeconds(1)), true, lines + "abort\nshow");
    assertTrue(
        released.contains(
            "aborted: the session asked for it\n" + " ".repeat(40) + "committed as version 2\n"),
        released);
    assertTrue(released.contains("\nx = 2  (version 2, by B)\n"), released);
  }

  @Test
  void helpHasEveryCommandAndItsForm() throws IOException, InterruptedException {
    try (Target target = new BatchedPipeline(true)) {
      StringWriter text = new StringWriter();
      CommandTable table = new CommandTable(new Prompt(target, new PrintWriter(text)));
      TreeSet<String> listed = new TreeSet<>(CommandTable.ORDER);
      listed.addAll(List.of("rollback", "order", "quit")); // The aliases.
      assertEquals(new TreeSet<>(table.names()), listed);
      for (String line : table.list()) {
        assertTrue(line.length() <= Columns.DEFAULT_WIDTH, line);
      }
      assertEquals("put KEY VALUE", table.help("put").get(0));
    }
    assertTrue(error("help foo").startsWith("error: there is no command 'foo'"));
  }

  @Test
  void completionsAreCommandsKeysAndSessions() throws InterruptedException {
    try (Target target = new BatchedPipeline(true)) {
      Prompt prompt = new Prompt(target, new PrintWriter(new StringWriter()));
      assertTrue(prompt.execute("begin"));
      assertTrue(prompt.execute("put item/7 1"));
      assertFalse(prompt.execute("get"));
      assertTrue(prompt.completions().containsAll(List.of("begin", "item/7", "A:", "B:")));
      assertTrue(prompt.execute("commit"));
    }
  }
}
