package dev.yardmaster.proof.torture.cluster;

import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.proof.torture.BankRequest;
import dev.yardmaster.proof.torture.Line;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.jraft.JraftEngine;
import dev.yardmaster.replication.jraft.network.Partition;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.backend.Leadership;
import dev.yardmaster.server.backend.ServedCluster;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.logging.ServerLogging;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The child process: one server of a cluster. The process executes the lines of its input, and
 * reports when it begins or ceases to lead. The process ends after a {@code close} line, at the end
 * of its input, or when it is killed.
 *
 * <pre>
 *   parent to child                     child to parent
 *                                       ready
 *                                       leads TERM
 *                                       follows TERM
 *   transfer NAME                       done transfer, or failed transfer REASON
 *   members NAME=HOST:PORT,...          done members, or failed members REASON
 *   cut both|in|out                     done cut
 *   heal                                done heal
 *   close                               (the process ends)
 * </pre>
 */
public final class TorturedMember {

  static final String LEADS = "leads";
  static final String FOLLOWS = "follows";
  static final String TRANSFER = "transfer";
  static final String MEMBERS = "members";
  static final String CUT = "cut";
  static final String HEAL = "heal";
  static final String DONE = "done";
  static final String FAILED = "failed";

  private static final long OPERATION_TIMEOUT_S = 20;
  private static final int LOOK_MS = 5;

  private final YardmasterServer server;
  private final ServedCluster cluster;
  private final Partition partition;
  private final Writer output;
  private boolean led;

  private TorturedMember(YardmasterServer server, Partition partition, OutputStream lines) {
    this.server = server;
    this.partition = partition;
    this.cluster = (ServedCluster) server.backEnd();
    output = new OutputStreamWriter(lines, StandardCharsets.UTF_8);
  }

  /** Runs a server whose options are the arguments, each of the form {@code name=value}. */
  public static void main(String[] args) throws IOException, InterruptedException {
    OutputStream lines = Line.reserveOutput();
    ServerConfig.Builder builder = ServerConfig.builder();
    for (String argument : args) {
      String[] parts = argument.split("=", 2);
      builder.set(parts[0], parts[1]);
    }
    ServerConfig config = builder.build();
    ServerLogging.start(config, System.err);
    Partition partition = new Partition();
    try (YardmasterServer server =
        YardmasterServer.start(
            config, BankRequest.PROCEDURES, new PipelineParts(), new JraftEngine(partition))) {
      new TorturedMember(server, partition, lines).run();
    }
  }

  private void run() throws IOException {
    say(Line.READY);
    Thread watch = new Thread(this::watch, "watch");
    watch.setDaemon(true);
    watch.start();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = input.readLine();
    while (line != null && !line.equals(Line.CLOSE)) {
      String[] words = Line.words(line);
      // The operation runs on a separate thread, because a change may wait for a member that does
      // not answer.
      Thread operation = new Thread(() -> obey(words), words[0]);
      operation.setDaemon(true);
      operation.start();
      line = input.readLine();
    }
  }

  private void watch() {
    try {
      while (server.failure().isEmpty()) {
        Leadership now = cluster.leadership();
        if (now.leads() != led) {
          led = now.leads();
          say(Line.of(led ? LEADS : FOLLOWS, now.term()));
        }
        Thread.sleep(LOOK_MS);
      }
      say(Line.of(FAILED, "server", server.failure().get()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void obey(String[] words) {
    try {
      switch (words[0]) {
        case TRANSFER -> await(cluster.log().transferLeadership(words[1]));
        case CUT -> partition.lose(!words[1].equals("out"), !words[1].equals("in"));
        case HEAL -> partition.lose(false, false);
        case MEMBERS -> await(cluster.log().changeMembers(members(words[1])));
        default -> throw new IllegalArgumentException("unknown word: " + words[0]);
      }
      say(Line.of(DONE, words[0]));
    } catch (ExecutionException | TimeoutException | RuntimeException e) {
      say(Line.of(FAILED, words[0], e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void await(java.util.concurrent.Future<?> operation)
      throws InterruptedException, ExecutionException, TimeoutException {
    var unused = operation.get(OPERATION_TIMEOUT_S, TimeUnit.SECONDS);
  }

  private static List<Member> members(String text) {
    return Arrays.stream(text.split(",")).map(Member::parse).toList();
  }

  private synchronized void say(String line) {
    try {
      output.write(line);
      output.write('\n');
      output.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the parent has ended", e);
    }
  }
}
