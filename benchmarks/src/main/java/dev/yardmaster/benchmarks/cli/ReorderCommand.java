package dev.yardmaster.benchmarks.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.reorder.batch.Reorderer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.agrona.concurrent.NanoClock;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reorders batches from a file. */
@Command(
    name = "reorder",
    description = {
      "Reorders batches from a file: reads one batch per line, as JSON, and prints for each batch"
          + " the victims and the order in which the other transactions commit.",
      "",
      "In:  {\"transactions\":[{\"reads\":[\"a\",\"b\"],\"writes\":[\"b\"],\"weight\":1}, ...]}",
      "     Keys are strings or whole numbers. A transaction may leave out empty reads and writes,"
          + " its \"weight\" (default 1), which the policy weight uses, and its \"restarts\""
          + " (default 0), which rct and rdeg use.",
      "Out: {\"victims\":[...],\"order\":[...],\"edges\":n,\"proven\":true,\"buildNanos\":...,"
          + "\"solveNanos\":...}",
      "     Transactions are numbered from 0; proven is true if no other order commits more "
          + "transactions, or more weight. For a line that is not a batch the command prints"
          + " {\"error\":\"line n: ...\"} and continues with the next line."
    },
    exitCodeList = {
      "0:fine",
      "1:a line was not a batch, or the file could not be read",
      "2:wrong usage"
    },
    footer = {
      "  yardmaster reorder batches.jsonl",
      "  yardmaster reorder batches.jsonl --solver sort --repeat 1000"
    })
final class ReorderCommand implements Callable<Integer> {

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  private final NanoClock clock;
  private final InputStream input;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description = "The batches, one per line; - reads standard input.")
  private Path file;

  @Option(
      names = "--solver",
      paramLabel = "<name>",
      converter = Choice.SolverName.class,
      defaultValue = "optimal",
      description = "The algorithm that finds the victims: ${RANGE}.")
  private Solver solver;

  @Option(
      names = "--policy",
      paramLabel = "<name>",
      converter = Choice.PolicyName.class,
      description =
          "Which transactions become victims first: ${RANGE} (the same as prod-degree). "
              + "Default: weight for the solver optimal, prod-degree for all other solvers.")
  private Policy policy;

  @Option(
      names = "--budget-nodes",
      paramLabel = "<n>",
      converter = WholeNumber.BudgetNodes.class,
      defaultValue = "1000",
      description =
          "Nodes of its search tree that the solver optimal may visit for a batch; ${RANGE}.")
  private int budgetNodes;

  @Option(
      names = "--repeat",
      paramLabel = "<n>",
      converter = WholeNumber.TimedRuns.class,
      defaultValue = "1",
      description = "Number of times that each batch is reordered; times are medians; ${RANGE}.")
  private int repeat;

  private final AccessSets batch = new AccessSets();
  private Reorderer reorderer;
  private long[] buildNs;
  private long[] solveNs;

  private long lines;
  private long batches;
  private long malformed;
  private long transactions;
  private long victims;
  private long proven;
  private long totalBuildNs;
  private long totalSolveNs;

  ReorderCommand(Environment environment) {
    this.clock = environment.clock();
    this.input = environment.input();
  }

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    reorderer =
        new Reorderer(
            ReorderConfig.DEFAULT
                .withSolver(solver)
                .withPolicy(policy())
                .withNodeBudget(budgetNodes));
    buildNs = new long[repeat];
    solveNs = new long[repeat];
    try (InputStream in = open()) {
      for (byte[] line = readLine(in); line != null; line = readLine(in)) {
        lines++;
        handle(line, command.getOut(), command.getErr());
      }
    } catch (NoSuchFileException e) {
      throw new IOException("there is no file " + file, e);
    } catch (IOException e) {
      throw new IOException("cannot read " + file + ": " + e.getMessage(), e);
    }
    command.getOut().flush();
    summarize(command.getErr());
    return malformed == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Policy policy() {
    if (policy != null) {
      return policy;
    }
    return solver == Solver.OPTIMAL ? Policy.WEIGHT : Policy.PROD_DEGREE;
  }

  private InputStream open() throws IOException {
    return new BufferedInputStream(
        file.toString().equals("-") ? input : Files.newInputStream(file));
  }

  /** Returns the bytes of the next line; null at the end of the input. */
  private static byte[] readLine(InputStream in) throws IOException {
    int next = in.read();
    if (next < 0) {
      return null;
    }
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (; next >= 0 && next != '\n'; next = in.read()) {
      line.write(next);
    }
    return line.toByteArray();
  }

  private static String decode(byte[] line) throws BatchLine.Malformed {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw new BatchLine.Malformed("not UTF-8");
    }
  }

  private void handle(byte[] bytes, PrintWriter out, PrintWriter err)
      throws JsonProcessingException {
    try {
      String line = decode(bytes);
      if (line.isBlank()) {
        return;
      }
      BatchLine.fill(MAPPER.readTree(line), batch);
    } catch (BatchLine.Malformed | JsonProcessingException e) {
      malformed++;
      String reason =
          e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
      String message = "line " + lines + ": " + reason;
      err.println(spec.qualifiedName() + ": " + message);
      out.println(MAPPER.writeValueAsString(MAPPER.createObjectNode().put("error", message)));
      return;
    }
    batches++;
    reorder();
    out.println(MAPPER.writeValueAsString(result()));
    out.flush();
  }

  private void reorder() {
    for (int i = 0; i < repeat; i++) {
      long beganNs = clock.nanoTime();
      reorderer.build(batch);
      long builtNs = clock.nanoTime();
      reorderer.solve();
      long solvedNs = clock.nanoTime();
      reorderer.order();
      buildNs[i] = builtNs - beganNs;
      solveNs[i] = solvedNs - builtNs;
    }
    transactions += batch.size();
    victims += reorderer.victims();
    proven += reorderer.proven() ? 1 : 0;
  }

  private ObjectNode result() {
    long build = median(buildNs);
    long solve = median(solveNs);
    totalBuildNs += build;
    totalSolveNs += solve;
    ObjectNode result = MAPPER.createObjectNode();
    ArrayNode victimList = result.putArray("victims");
    for (int i = 0; i < reorderer.victims(); i++) {
      victimList.add(reorderer.victim(i));
    }
    ArrayNode order = result.putArray("order");
    for (int i = 0; i < reorderer.survivors(); i++) {
      order.add(reorderer.survivor(i));
    }
    return result
        .put("edges", reorderer.edges())
        .put("proven", reorderer.proven())
        .put("buildNanos", build)
        .put("solveNanos", solve);
  }

  private static long median(long[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private void summarize(PrintWriter err) {
    long divisor = Math.max(1, batches);
    err.printf(
        Locale.ROOT,
        "%,d transactions in %,d batches: %,d victims (%.2f %%), %,d batches proven; %,d ns to"
            + " build and %,d ns to solve a batch, on average%s%n",
        transactions,
        batches,
        victims,
        100.0 * victims / Math.max(1, transactions),
        proven,
        totalBuildNs / divisor,
        totalSolveNs / divisor,
        malformed == 0 ? "" : "; " + malformed + " lines were not batches");
    err.flush();
  }
}
