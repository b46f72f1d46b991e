package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.jdbc.ClientConnections;
import dev.yardmaster.benchmarks.jdbc.LoadClients;
import dev.yardmaster.benchmarks.jdbc.SqlWorkload;
import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import dev.yardmaster.benchmarks.measure.Garbage;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.process.MeasuredProcess;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The main class of a process that runs some of the clients of a cell. The process holds
 * connections for several sides. It runs the slices of one side at a time, as {@link
 * ClientProcesses} requests.
 */
final class ClientProcess {

  private final String[] args;
  private final Map<String, SlicedSide.Slices> sides = new HashMap<>();
  private SqlWorkload<?> workload;
  private LoadClients running;

  private ClientProcess(String[] args) {
    this.args = args;
  }

  /**
   * Runs the program. The arguments are the workload, its size, the lock order, the skew, the seed,
   * the number of clients of all processes, and the first and the last client of this process.
   */
  public static void main(String[] args) throws IOException {
    MeasuredProcess.serve(0, new ClientProcess(args)::answer);
  }

  private String answer(String request) throws Exception {
    List<String> words =
        Arrays.stream(request.split(" ", -1))
            .map(word -> URLDecoder.decode(word, StandardCharsets.UTF_8))
            .toList();
    switch (words.get(0)) {
      case "server" -> workload = workload(words);
      case "open" -> sides.put(words.get(1), opened(workload, words));
      case "start" -> {
        running = sides.get(words.get(1)).start(Integer.parseInt(words.get(2)));
        Garbage.collect();
      }
      case "record" -> running.record();
      case "drain" -> running.drain();
      case "end" -> {
        running.end();
        return running.figures().text();
      }
      case "committed" -> {
        return Long.toString(running.hasFailed() ? -1 : running.committed());
      }
      case "cpu" -> {
        return Long.toString(running.cpuNs());
      }
      default -> throw new IllegalArgumentException("request=" + request);
    }
    return "";
  }

  private SqlWorkload<?> workload(List<String> words) {
    return SlicedWorkload.valueOf(args[0])
        .on(
            PostgresServer.joined(words.get(1), emptyAsNull(words, 2), emptyAsNull(words, 3)),
            Integer.parseInt(args[1]),
            LockOrder.valueOf(args[2]),
            Double.parseDouble(args[3]),
            Long.parseLong(args[4]));
  }

  private static String emptyAsNull(List<String> words, int index) {
    return words.get(index).isEmpty() ? null : words.get(index);
  }

  private <A> SlicedSide.Slices opened(SqlWorkload<A> of, List<String> words) throws SQLException {
    Map<String, String> settings = new HashMap<>();
    for (int i = 3; i < words.size(); i += 2) {
      settings.put(words.get(i), words.get(i + 1));
    }
    int first = Integer.parseInt(args[6]);
    int end = Integer.parseInt(args[7]) + 1;
    ClientConnections connections =
        ClientConnections.kept(
            end - first, () -> SlicesComparison.connect(of.server(), words.get(2), settings));
    return SlicedSide.here(
        of,
        connections,
        of.walks(Integer.parseInt(args[5])).subList(first, end),
        Long.parseLong(args[4]) + first,
        SystemNanoClock.INSTANCE);
  }
}
