package dev.yardmaster.benchmarks.replication;

import dev.yardmaster.benchmarks.process.MeasuredProcess;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.jraft.JraftEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The program of one member of a replicated log. One thread executes the requests of the parent
 * process, for example to append entries. Another thread, the ticker, appends small entries one by
 * one while this member leads and ticks are on.
 */
public final class LogMember {

  static final int MAX_ENTRY_BYTES = 1 << 20;

  private static final int TICK_BYTES = 64;
  private static final long TIMEOUT_S = 60;

  private final AppliedEntries replica = new AppliedEntries();
  private final ReplicatedLog log;
  private volatile boolean ticks;

  private LogMember(MemberSettings settings) throws IOException {
    log = new JraftEngine().start(settings, replica);
  }

  /**
   * Runs a member. There are four arguments: the member as {@code NAME=HOST:PORT}; all initial
   * members, separated by commas, or an empty text for a member that waits until it is added; the
   * folder; and the election timeout in ms.
   */
  public static void main(String[] args) throws IOException {
    Member self = Member.parse(args[0]);
    List<Member> members =
        args[1].isEmpty()
            ? List.of()
            : Arrays.stream(args[1].split(",", -1)).map(Member::parse).toList();
    MemberSettings settings =
        new MemberSettings(
            self,
            members,
            Path.of(args[2]),
            Duration.ofMillis(Long.parseLong(args[3])),
            MAX_ENTRY_BYTES);
    LogMember member = new LogMember(settings);
    Thread ticker = new Thread(member::tick, "ticker");
    ticker.setDaemon(true);
    ticker.start();
    MeasuredProcess.serve(self.port(), member::answer);
    member.log.close();
  }

  private String answer(String request) throws Exception {
    String[] words = request.split(" ", -1);
    return switch (words[0]) {
      case "status" -> replica.leadingTerm() + " " + replica.state();
      case "append" -> new AppendLoad(log, replica.leadingTerm(), words).run();
      case "ticks" -> ticks(true);
      case "stop-ticks" -> ticks(false);
      case "begin-silence" -> beginSilence();
      case "silence" -> Long.toString(replica.longestSilenceNs());
      case "snapshot" -> log.snapshot().get(TIMEOUT_S, TimeUnit.SECONDS).toString();
      case "transfer" -> transfer(words[1]);
      default -> throw new IllegalArgumentException(request);
    };
  }

  private String ticks(boolean on) {
    ticks = on;
    return "";
  }

  private String beginSilence() {
    replica.beginSilence();
    return "";
  }

  private String transfer(String member) throws Exception {
    log.transferLeadership(member).get(TIMEOUT_S, TimeUnit.SECONDS);
    return "";
  }

  private void tick() {
    try {
      for (long number = 1; true; number++) {
        long term = replica.awaitLeadership();
        if (ticks) {
          append(term, ByteBuffer.allocate(TICK_BYTES).putLong(0, number));
        } else {
          Thread.sleep(1);
        }
      }
    } catch (InterruptedException e) {
      // The exception is ignored, because the member ends.
    }
  }

  private void append(long term, ByteBuffer entry) throws InterruptedException {
    try {
      log.append(term, entry).get(TIMEOUT_S, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The exception is ignored, because another member may lead. This member waits until it leads
      // itself.
      Thread.sleep(1);
    }
  }
}
