package dev.yardmaster.play.batch;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.Values;
import dev.yardmaster.play.service.BatchedPipeline;
import dev.yardmaster.play.session.LastCommits;
import dev.yardmaster.play.session.OutcomeText;
import dev.yardmaster.play.text.KeyText;
import dev.yardmaster.processor.PipelineCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Runs transactions on the pipeline as one batch, and reports what happened. */
public final class BatchRun {

  private static final Duration DEADLINE = Duration.ofSeconds(30);

  /**
   * The result of a batch.
   *
   * @param lines the report for the user
   * @param written the keys that committed transactions have written
   * @param isComplete whether each transaction has either committed or aborted, so that none had an
   *     error
   */
  public record Report(List<String> lines, Set<Key> written, boolean isComplete) {}

  private final BatchedPipeline pipeline;
  private final LastCommits ledger;

  /** Registers the procedure of the batches. */
  public BatchRun(BatchedPipeline pipeline, LastCommits ledger) {
    this.pipeline = pipeline;
    this.ledger = ledger;
    pipeline.service().register(Assignments.PROCEDURE);
  }

  /**
   * Runs a batch.
   *
   * @param text the transactions, separated by semicolons
   * @throws BadBatch if the text is not a batch
   */
  public Report run(String text) throws InterruptedException {
    List<Assignments> transactions =
        Arrays.stream(text.split(";", -1))
            .filter(each -> !each.isBlank())
            .map(Assignments::parse)
            .toList();
    if (transactions.isEmpty() || transactions.size() > pipeline.batchSize()) {
      throw new BadBatch(
          "a batch has 1 to "
              + pipeline.batchSize()
              + " transactions, separated by ;, not "
              + transactions.size());
    }
    PipelineCounters before = pipeline.counters();
    List<Outcome<Map<Key, Long>>> outcomes = outcomes(transactions);
    PipelineCounters after = pipeline.counters();
    Set<Key> written = new HashSet<>();
    for (int i = 0; i < outcomes.size(); i++) {
      record(BatchPlan.name(i), outcomes.get(i), written);
    }
    BatchPlan plan = new BatchPlan(transactions, pipeline.reordering(), pipeline.repairs());
    List<String> lines = new ArrayList<>(plan(transactions, plan));
    lines.addAll(results(transactions, outcomes));
    lines.add(totals(before, after));
    boolean isComplete =
        outcomes.stream()
            .allMatch(
                outcome ->
                    outcome instanceof Outcome.Committed || outcome instanceof Outcome.Aborted);
    return new Report(lines, written, isComplete);
  }

  private List<Outcome<Map<Key, Long>>> outcomes(List<Assignments> transactions)
      throws InterruptedException {
    List<CompletableFuture<Outcome<Map<Key, Long>>>> submitted = new ArrayList<>();
    TransactionOptions options = TransactionOptions.defaults().withTimeout(DEADLINE);
    pipeline.inOneBatch(
        () ->
            transactions.forEach(
                each ->
                    submitted.add(
                        pipeline
                            .service()
                            .submit(Assignments.PROCEDURE, each, options)
                            .toCompletableFuture())));
    List<Outcome<Map<Key, Long>>> outcomes = new ArrayList<>();
    for (var each : submitted) {
      try {
        outcomes.add(each.get(2 * DEADLINE.toNanos(), TimeUnit.NANOSECONDS));
      } catch (ExecutionException | TimeoutException e) {
        throw new IllegalStateException("the pipeline does not complete a batch", e);
      }
    }
    return outcomes;
  }

  private void record(String name, Outcome<Map<Key, Long>> outcome, Set<Key> written)
      throws InterruptedException {
    if (outcome instanceof Outcome.Committed<Map<Key, Long>> committed) {
      pipeline.awaitVisible(committed.commitVersion());
      Map<Key, byte[]> writes = new HashMap<>();
      committed.value().forEach((key, number) -> writes.put(key, Values.ofLong(number)));
      ledger.committed(name, committed, writes);
      written.addAll(writes.keySet());
    }
  }

  private static List<String> plan(List<Assignments> transactions, BatchPlan plan) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < transactions.size(); i++) {
      lines.add(BatchPlan.name(i) + ": " + transactions.get(i).text());
    }
    List<String> edges = plan.edges();
    lines.add(
        edges.isEmpty()
            ? "conflict graph: no edges"
            : "conflict graph (the reader commits before the writer): " + String.join(", ", edges));
    lines.add(
        plan.victims().isEmpty()
            ? "victims: none, the graph has no cycle"
            : "victims (feedback vertex set): "
                + String.join(", ", plan.victims())
                + (plan.isProven() ? ", and no smaller set exists" : ""));
    lines.add("order of the others: " + String.join(", ", plan.order()));
    return lines;
  }

  private List<String> results(
      List<Assignments> transactions, List<Outcome<Map<Key, Long>>> outcomes) {
    return IntStream.range(0, outcomes.size())
        .boxed()
        .sorted(Comparator.comparingLong(i -> version(outcomes.get(i))))
        .map(i -> BatchPlan.name(i) + ' ' + result(transactions.get(i), outcomes.get(i)))
        .toList();
  }

  /**
   * Returns the commit version, by which the results are sorted; 0 if the transaction has no
   * writes.
   */
  private static long version(Outcome<?> outcome) {
    return outcome instanceof Outcome.Committed<?> committed
        ? committed.commitVersion()
        : Long.MAX_VALUE;
  }

  private String result(Assignments transaction, Outcome<Map<Key, Long>> outcome) {
    String text = OutcomeText.of(outcome, ledger);
    if (!(outcome instanceof Outcome.Committed<Map<Key, Long>> committed)) {
      return text;
    }
    if (!committed.value().isEmpty()) {
      text +=
          committed.value().entrySet().stream()
              .map(each -> KeyText.of(each.getKey()) + " := " + each.getValue())
              .collect(Collectors.joining(", ", ": ", ""));
    }
    if (transaction.runs() > committed.restarts() + 1) {
      text += "; repaired: run again in its place";
    }
    if (committed.restarts() > 0) {
      text +=
          "; after "
              + committed.restarts()
              + (committed.restarts() == 1 ? " restart" : " restarts")
              + (committed.lastConflict() == null
                  ? ""
                  : ", " + OutcomeText.of(committed.lastConflict(), ledger));
    }
    return text;
  }

  private static String totals(PipelineCounters before, PipelineCounters after) {
    return "the pipeline counted: batches "
        + (after.batches() - before.batches())
        + ", edges "
        + (after.edges() - before.edges())
        + ", victims "
        + (after.victims() - before.victims())
        + ", repaired "
        + (after.repaired() - before.repaired())
        + ", restarts "
        + (after.restarts() - before.restarts());
  }
}
