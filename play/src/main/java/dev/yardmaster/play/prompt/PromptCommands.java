package dev.yardmaster.play.prompt;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.play.batch.BatchRun;
import dev.yardmaster.play.session.Step;
import dev.yardmaster.play.text.KeyText;
import dev.yardmaster.play.text.ValueText;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands of the prompt, one method for each. */
@Command(name = "", description = "The commands of the prompt.")
final class PromptCommands {

  private static final String DEFAULT_LIMIT = "20";

  private final Prompt prompt;
  private final CommandTable table;

  /** The runs of batches; null before the first batch. */
  private BatchRun batches;

  PromptCommands(Prompt prompt, CommandTable table) {
    this.prompt = prompt;
    this.table = table;
  }

  @Command(
      customSynopsis = "begin",
      description = "Starts a transaction in the session. It has one attempt.")
  void begin() throws InterruptedException {
    prompt.begin();
  }

  @Command(
      customSynopsis = "get KEY...",
      description = {
        "Reads the values of keys.",
        "",
        "A key is TABLE/ID, or ID alone in the table play. A whole number is a number, everything"
            + " else a text."
      })
  void get(@Parameters(paramLabel = "KEY", arity = "1..*") List<String> keys)
      throws InterruptedException {
    List<Key> parsed = keys.stream().map(KeyText::parse).toList();
    prompt.step("get " + String.join(" ", keys), parsed, Step.get(parsed));
  }

  @Command(
      customSynopsis = "put KEY VALUE",
      description = {
        "Sets the value of a key. Other sessions see it after the commit.",
        "",
        "A value is a whole number or a text; \"quotation marks\" keep its spaces."
      })
  void put(
      @Parameters(paramLabel = "KEY") String key, @Parameters(paramLabel = "VALUE") String value)
      throws InterruptedException {
    Key parsed = KeyText.parse(key);
    prompt.step(
        "put " + key + ' ' + value, List.of(parsed), Step.put(parsed, ValueText.parse(value)));
  }

  @Command(
      customSynopsis = "add KEY NUMBER",
      description = "Reads a number and sets it to the sum. A key without a value counts as 0.")
  void add(
      @Parameters(paramLabel = "KEY") String key, @Parameters(paramLabel = "NUMBER") long number)
      throws InterruptedException {
    Key parsed = KeyText.parse(key);
    prompt.step("add " + key + ' ' + number, List.of(parsed), Step.add(parsed, number));
  }

  @Command(customSynopsis = "delete KEY", description = "Removes the value of a key.")
  void delete(@Parameters(paramLabel = "KEY") String key) throws InterruptedException {
    Key parsed = KeyText.parse(key);
    prompt.step("delete " + key, List.of(parsed), Step.delete(parsed));
  }

  @Command(
      customSynopsis = "scan FROM [TO [LIMIT]]",
      description = {
        "Reads the entries from a key to the key before another. Without TO, the scan goes to the"
            + " table's end. LIMIT is 20 unless you give it.",
        "",
        "A new entry in the range is a conflict, too: the commit then aborts with the cause RANGE."
      })
  void scan(
      @Parameters(paramLabel = "FROM") String from,
      @Parameters(paramLabel = "TO", arity = "0..1") String to,
      @Parameters(paramLabel = "LIMIT", arity = "0..1", defaultValue = DEFAULT_LIMIT) int limit)
      throws InterruptedException {
    Scan scan = Scan.forward(KeyText.parse(from), to == null ? null : KeyText.parse(to), limit);
    prompt.step("scan " + scan, List.of(), Step.scan(scan));
  }

  @Command(
      customSynopsis = "commit",
      description = {
        "Commits the transaction of the session.",
        "",
        "If the transaction has read a value that has changed since, it aborts. The report names"
            + " the key, the version that was read, the version that was found, and the other"
            + " transaction."
      })
  void commit() throws InterruptedException {
    prompt.commit();
  }

  @Command(
      aliases = "rollback",
      customSynopsis = "abort",
      description = "Ends the transaction of the session without its writes. rollback is the same.")
  void abort() throws InterruptedException {
    prompt.abort();
  }

  @Command(
      customSynopsis = "show [TABLE]",
      description = {
        "Shows the committed values and their versions. Also shows what each session does. Without"
            + " TABLE, the tables are play and those that this prompt has written.",
        "",
        "The versions are those of the commits of this prompt; the service does not show others."
      })
  void show(@Parameters(paramLabel = "TABLE", arity = "0..1") String name) {
    List<String> lines =
        new ArrayList<>(CommittedValues.of(prompt.target().service(), prompt.ledger(), name));
    lines.addAll(prompt.states());
    prompt.printWide(lines);
  }

  @Command(
      customSynopsis = "session NAME",
      description = {
        "Switches to a session, and creates it if there is none. A name alone switches, too.",
        "",
        "NAME: COMMAND runs one command in a session without switching to it."
      })
  void session(@Parameters(paramLabel = "NAME") String name) {
    prompt.switchTo(name);
  }

  @Command(
      name = "wait",
      customSynopsis = "wait",
      description =
          "Waits for the reply to a step of the session. Only protocols with locks make a step"
              + " wait.")
  void await() throws InterruptedException {
    prompt.awaitReply();
  }

  @Command(
      aliases = "order",
      customSynopsis = "batch T [; T]...",
      description = {
        "Runs procedures as one batch, and shows their order. order is the same. A transaction T is"
            + " KEY = SUM or several of them with commas; a SUM alone only reads. A SUM is keys and"
            + " whole numbers with + and - between spaces.",
        "",
        "The report has the conflict graph, the victims (a feedback vertex set of the graph), the"
            + " order of the others, and the outcomes. A procedure whose reads are stale is"
            + " repaired: run again at its place in the order. Needs the pipeline.",
        "",
        "Example: batch x = y + 1; y = x + 1; z = x"
      })
  void batch(@Parameters(paramLabel = "T", arity = "1..*") List<String> words)
      throws InterruptedException {
    if (batches == null) {
      batches =
          prompt
              .target()
              .batches()
              .map(pipeline -> new BatchRun(pipeline, prompt.ledger()))
              .orElseThrow(
                  () ->
                      new BadLine(
                          "batch needs the pipeline of this process, which play has without"
                              + " --engine and --server"));
    }
    BatchRun.Report report = batches.run(String.join(" ", words));
    prompt.printWide(report.lines());
    if (!report.isComplete()) {
      prompt.fail("a transaction of the batch has an error");
    }
    prompt.warnReaders("the batch", report.written());
  }

  @Command(
      customSynopsis = "tour",
      description =
          "Shows a lost update, a write skew and a batch. Explains each. A and B must have no open"
              + " transaction.")
  void tour() throws InterruptedException {
    Tour.run(prompt);
  }

  @Command(customSynopsis = "help [COMMAND]", description = "Shows the commands, or one command.")
  void help(@Parameters(paramLabel = "COMMAND", arity = "0..1") String command) {
    if (command != null) {
      prompt.printWide(table.help(command));
      return;
    }
    prompt.printWide(table.list());
    prompt.printWide(
        List.of(
            "A: COMMAND and B: COMMAND address a session; a name alone switches to it. Ctrl-C"
                + " cancels a line, Ctrl-D ends. A line that begins with # is a comment."));
  }

  @Command(
      aliases = "quit",
      customSynopsis = "exit",
      description = "Ends the prompt. Open transactions end without a commit.")
  void exit() {
    prompt.end();
  }
}
