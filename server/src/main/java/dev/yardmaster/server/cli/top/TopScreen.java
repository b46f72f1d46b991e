package dev.yardmaster.server.cli.top;

import dev.yardmaster.engine.service.PartitionFigures;
import dev.yardmaster.server.backend.ClusterFigures;
import dev.yardmaster.server.live.LatencyFigures;
import dev.yardmaster.server.live.LiveSecond;
import dev.yardmaster.server.live.LiveSnapshot;
import dev.yardmaster.service.conflicts.ConflictKind;
import dev.yardmaster.service.conflicts.HotKey;
import dev.yardmaster.service.conflicts.ProcedurePair;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Formats a snapshot as lines of text. With four rows for each table, most lines fit on a terminal
 * of 24 lines and 80 columns. The protocols of partitions, their switches and the open interactive
 * transactions follow below the 24 lines, and the addresses of a cluster may be wider. Lines that
 * are too long are cut.
 */
final class TopScreen {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
  private static final int NAME_WIDTH = 30;

  private final String server;
  private final ZoneId zone;
  private final int width;
  private final int rows;

  /**
   * Creates a screen.
   *
   * @param server the name of the server
   * @param zone the time zone of the displayed times
   * @param width the maximum number of columns
   * @param rows the maximum number of rows of each table
   */
  TopScreen(String server, ZoneId zone, int width, int rows) {
    this.server = server;
    this.zone = zone;
    this.width = width;
    this.rows = rows;
  }

  /** Formats a snapshot as lines that are not longer than the width. */
  List<String> draw(LiveSnapshot snapshot) {
    LiveSecond second = snapshot.second();
    List<String> lines = new ArrayList<>();
    lines.add(title(snapshot));
    lines.add("");
    lines.add(rates(second));
    lines.add(aborts(second));
    lines.add(load(second));
    if (second.log() != null) {
      lines.add(log(second));
    }
    lines.add(queues(second));
    if (snapshot.partitions() != null) {
      lines.add(partitions(snapshot.partitions()));
    }
    if (snapshot.cluster() != null) {
      lines.add(cluster(snapshot.cluster()));
    }
    lines.add("");
    lines.add(latencyRow("latency", "requests", "p50", "p95", "p99", "p99.9", "max"));
    lines.add(latency("last second", second.latency()));
    lines.add(latency("last minute", snapshot.minute()));
    lines.add("");
    lines.add(String.format(Locale.ROOT, "%9s  %s", "conflicts", "hottest keys"));
    snapshot.hotKeys().stream().limit(rows).map(TopScreen::hotKey).forEach(lines::add);
    lines.add("");
    lines.add(String.format(Locale.ROOT, "%9s  %s", "conflicts", "procedure met writes of"));
    snapshot.pairs().stream().limit(rows).map(TopScreen::pair).forEach(lines::add);
    if (snapshot.partitions() != null) {
      lines.add("");
      lines.add(String.format(Locale.ROOT, "%9s  %s", "committed", "runs under; aborted"));
      snapshot.partitions().protocols().stream().map(TopScreen::runs).forEach(lines::add);
      lines.add("");
      lines.add(String.format(Locale.ROOT, "%9s  %s", "switched", "partitions"));
      snapshot.partitions().lastSwitches().stream()
          .limit(rows)
          .map(this::partitionSwitch)
          .forEach(lines::add);
    }
    if (!snapshot.openTransactions().isEmpty()) {
      lines.add("");
      lines.add(String.format(Locale.ROOT, "%9s  %s", "open", "interactive transactions of"));
      snapshot.openTransactions().stream()
          .limit(rows)
          .map(
              client ->
                  String.format(
                      Locale.ROOT, "%9s  %s", Amount.of(client.open()), client.principal()))
          .forEach(lines::add);
    }
    return lines.stream().map(this::cut).toList();
  }

  /** Formats a snapshot as one line. */
  String line(LiveSnapshot snapshot) {
    LiveSecond second = snapshot.second();
    return time(second.atMs())
        + " | "
        + rates(second)
        + " | p99 "
        + Amount.ofUs(second.latency().p99Us())
        + " | in flight "
        + Amount.of(second.inFlight())
        + (snapshot.cluster() == null ? "" : " | " + role(snapshot.cluster()))
        + (snapshot.hotKeys().isEmpty() ? "" : " | hottest " + snapshot.hotKeys().get(0).key());
  }

  private String title(LiveSnapshot snapshot) {
    return "Yardmaster at "
        + server
        + "   "
        + time(snapshot.second().atMs())
        + "   up "
        + Amount.ofSeconds(snapshot.uptimeS());
  }

  private String time(long atMs) {
    return TIME.format(Instant.ofEpochMilli(atMs).atZone(zone));
  }

  private static String rates(LiveSecond second) {
    return "committed/s "
        + Amount.of(second.committed())
        + "  aborted/s "
        + Amount.of(aborted(second))
        + "  restarts/s "
        + Amount.of(second.restarts())
        + "  repaired/s "
        + Amount.of(second.repaired())
        + "  refused/s "
        + Amount.of(second.overloaded());
  }

  private static double aborted(LiveSecond second) {
    return second.aborted().values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static String aborts(LiveSecond second) {
    String causes =
        second.aborted().entrySet().stream()
            .filter(cause -> cause.getValue() > 0)
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .map(cause -> inWords(cause.getKey()) + " " + Amount.of(cause.getValue()))
            .collect(Collectors.joining("  "));
    return "aborts/s    " + (causes.isEmpty() ? "none" : causes);
  }

  private static String load(LiveSecond second) {
    return "in flight   "
        + Amount.of(second.inFlight())
        + " of window "
        + Amount.of(second.window())
        + "  waiting for keys "
        + Amount.of(second.waitingForKeys())
        + "  connections "
        + Amount.of(second.connections())
        + "  open requests "
        + Amount.of(second.openRequests());
  }

  private static String log(LiveSecond second) {
    return "log/s       "
        + Amount.of(second.log().transactions())
        + " transactions  "
        + Amount.ofBytes(second.log().bytes())
        + "  "
        + Amount.of(second.log().forces())
        + " forces";
  }

  private static String queues(LiveSecond second) {
    return "queues      "
        + second.queueDepths().entrySet().stream()
            .map(queue -> queue.getKey() + " " + Amount.of(queue.getValue()))
            .collect(Collectors.joining("  "))
        + (second.finalValidation() == 0
            ? ""
            : "  final validation busy " + Amount.ofShare(second.finalValidation()));
  }

  private static String partitions(PartitionFigures partitions) {
    return "partitions  "
        + partitions.protocols().stream()
            .map(
                of ->
                    of.protocol()
                        + " "
                        + Amount.of(of.count())
                        + (of.count() == 0 ? "" : " (" + of.partitions() + ")"))
            .collect(Collectors.joining("  "))
        + "  switches "
        + Amount.of(partitions.switches());
  }

  private static String cluster(ClusterFigures cluster) {
    return "cluster     "
        + role(cluster)
        + "  members "
        + Amount.of(cluster.members().size())
        + "  applied "
        + Amount.of(cluster.applied())
        + "  leader changes "
        + Amount.of(cluster.leaderChanges());
  }

  private static String role(ClusterFigures cluster) {
    String term = " in term " + cluster.term();
    if (cluster.leads()) {
      return cluster.node() + " leads" + term;
    }
    if (cluster.leader() == null) {
      return cluster.node() + " knows no leader" + term;
    }
    return cluster.node()
        + " follows "
        + cluster.leader()
        + (cluster.leaderAddress() == null ? "" : " at " + cluster.leaderAddress())
        + term;
  }

  private static String runs(PartitionFigures.OfProtocol of) {
    return String.format(
        Locale.ROOT,
        "%9s  %-" + NAME_WIDTH + "s  %s",
        Amount.of(of.committed()),
        of.protocol(),
        Amount.of(of.aborted()));
  }

  private String partitionSwitch(PartitionFigures.Switch last) {
    return String.format(
        Locale.ROOT,
        "%9s  %-" + NAME_WIDTH + "s  %s",
        time(last.atMs()),
        last.from() + " to " + last.to(),
        last.partitions());
  }

  private static String latency(String of, LatencyFigures figures) {
    return figures.requests() == 0
        ? latencyRow(of, "0", "-", "-", "-", "-", "-")
        : latencyRow(
            of,
            Amount.of(figures.requests()),
            Amount.ofUs(figures.p50Us()),
            Amount.ofUs(figures.p95Us()),
            Amount.ofUs(figures.p99Us()),
            Amount.ofUs(figures.p999Us()),
            Amount.ofUs(figures.maxUs()));
  }

  private static String latencyRow(Object... cells) {
    return String.format(Locale.ROOT, "%-11s %12s %9s %9s %9s %9s %9s", cells);
  }

  private static String hotKey(HotKey key) {
    String kinds =
        key.kinds().entrySet().stream()
            .sorted(
                Map.Entry.<ConflictKind, Long>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey(Comparator.naturalOrder())))
            .map(kind -> inWords(kind.getKey().name()) + " " + Amount.of(kind.getValue()))
            .collect(Collectors.joining("  "));
    return String.format(
        Locale.ROOT, "%9s  %-" + NAME_WIDTH + "s  %s", Amount.of(key.count()), key.key(), kinds);
  }

  private static String pair(ProcedurePair pair) {
    return String.format(
        Locale.ROOT,
        "%9s  %-" + NAME_WIDTH + "s  %s",
        Amount.of(pair.count()),
        pair.procedure(),
        pair.other());
  }

  private static String inWords(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * Cuts a line to the width, and replaces control characters, because they could move the cursor.
   */
  private String cut(String line) {
    String clean = line.replaceAll("\\p{Cntrl}", "?").stripTrailing();
    return clean.length() <= width ? clean : clean.substring(0, width - 1) + "…";
  }
}
