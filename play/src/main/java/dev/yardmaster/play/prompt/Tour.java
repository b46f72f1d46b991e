package dev.yardmaster.play.prompt;

import dev.yardmaster.play.session.Session;
import java.util.List;

/** A tour of two conflicts between the sessions A and B, and of a batch, with explanations. */
final class Tour {

  private static final List<String> LINES =
      """
      # The keys of the tour: a stock of 10, and two doctors who are on call.
      A: begin
      A: put tour/stock 10
      A: put tour/alice 1
      A: put tour/bob 1
      A: commit

      # LOST UPDATE. A and B read the same stock, and each takes one piece.
      A: begin
      B: begin
      A: add tour/stock -1
      B: add tour/stock -1
      A: commit
      B: commit
      # With both commits, the stock would be 9 after two sales. A service that
      # is serializable aborts one of the two, which then has to run again.

      # WRITE SKEW. One doctor must stay on call. A and B see that both are on
      # call, and each releases one of them. No key has two writers.
      A: begin
      B: begin
      A: get tour/alice tour/bob
      B: get tour/alice tour/bob
      A: put tour/alice 0
      B: put tour/bob 0
      A: commit
      B: commit
      # One after the other, the second one would have seen a single doctor.
      # Snapshot isolation would commit both; a service that is serializable
      # aborts one.
      """
          .lines()
          .toList();

  private static final List<String> BATCH =
      """

      # A BATCH. T1 and T2 each read what the other one writes; T3 only reads.
      # The reorderer finds the cycle, takes out a victim, and orders the rest.
      # The pipeline has the logic of the victim, so it repairs the victim: it
      # runs the logic again at the end of the order, and nothing aborts.
      batch tour/x = tour/y + 1; tour/y = tour/x + 1; tour/x + tour/y
      """
          .lines()
          .toList();

  private Tour() {}

  /** Runs the tour. */
  static void run(Prompt prompt) throws InterruptedException {
    for (String name : List.of("A", "B")) {
      Session session = prompt.sessions().find(name);
      if (session.isOpen()) {
        throw new BadLine(name + " has an open transaction; commit or abort it before the tour");
      }
    }
    run(prompt, LINES);
    if (prompt.target().batches().isPresent()) {
      run(prompt, BATCH);
    }
  }

  private static void run(Prompt prompt, List<String> lines) throws InterruptedException {
    for (String line : lines) {
      if (line.isEmpty() || line.startsWith("#")) {
        prompt.printWide(List.of(line));
        continue;
      }
      boolean isAddressed = line.charAt(1) == ':';
      Session session = prompt.sessions().find(isAddressed ? line.substring(0, 1) : "A");
      // The protocol may already have aborted the transaction at a read or a write.
      if (isAddressed && !line.endsWith("begin") && !session.isOpen()) {
        continue;
      }
      String command = isAddressed ? line.substring(2).strip() : line;
      prompt.printWide(List.of(prompt.promptText(session) + command));
      var unused = prompt.execute(line);
    }
  }
}
