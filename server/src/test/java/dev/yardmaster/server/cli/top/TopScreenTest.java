package dev.yardmaster.server.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.service.PartitionFigures;
import dev.yardmaster.server.backend.ClusterFigures;
import dev.yardmaster.server.live.LatencyFigures;
import dev.yardmaster.server.live.LiveSecond;
import dev.yardmaster.server.live.LiveSnapshot;
import dev.yardmaster.server.live.LogFigures;
import dev.yardmaster.service.conflicts.ConflictKind;
import dev.yardmaster.service.conflicts.HotKey;
import dev.yardmaster.service.conflicts.ProcedurePair;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the lines that are drawn for a snapshot. */
class TopScreenTest {

  private static LiveSnapshot snapshot(LogFigures log, List<HotKey> keys) {
    Map<String, Double> aborted = new LinkedHashMap<>();
    aborted.put("VICTIM", 812.0);
    aborted.put("PRE_VALIDATION", 3_402.4);
    aborted.put("TIMEOUT", 0.0);
    Map<String, Integer> queues = new LinkedHashMap<>();
    queues.put("processor-0", 12);
    queues.put("storage-0", 3);
    LiveSecond second =
        new LiveSecond(
            45_296_000,
            1,
            25_310.6,
            aborted,
            4_214.4,
            9.25,
            0,
            300,
            7,
            320,
            queues,
            0.314,
            new LatencyFigures(25_000, 812, 2_410, 9_990, 1_250_000, 3_000_000),
            64,
            1_024,
            4_096,
            log);
    return new LiveSnapshot(
        7_384,
        second,
        new LatencyFigures(0, 0, 0, 0, 0, 0),
        keys,
        List.of(
            new ProcedurePair("send-payment", "send-payment", 411, 0),
            new ProcedurePair("balance", "?", 40, 2)),
        List.of(),
        0,
        null,
        null);
  }

  private static LiveSnapshot with(
      LiveSnapshot plain, PartitionFigures partitions, ClusterFigures cluster) {
    return new LiveSnapshot(
        plain.uptimeS(),
        plain.second(),
        plain.minute(),
        plain.hotKeys(),
        plain.pairs(),
        plain.openTransactions(),
        plain.bytesHeld(),
        partitions,
        cluster);
  }

  private static final List<HotKey> KEYS =
      List.of(
          new HotKey(
              "checking/17",
              1_204,
              3,
              Map.of(ConflictKind.VICTIM, 4L, ConflictKind.REPAIRED, 1_200L)),
          new HotKey("savings/3", 9, 0, Map.of(ConflictKind.PRE_VALIDATION, 9L)));

  @Test
  void everythingHasItsPlace() {
    List<String> lines =
        new TopScreen("db1:7401", ZoneOffset.UTC, 100, 4)
            .draw(snapshot(new LogFigures(25_310, 3_145_728, 120, 2), KEYS));
    assertEquals(
        """
        Yardmaster at db1:7401   12:34:56   up 2 h 3 min

        committed/s 25,311  aborted/s 4,214  restarts/s 4,214  repaired/s 9.25  refused/s 0
        aborts/s    pre validation 3,402  victim 812
        in flight   300 of window 320  waiting for keys 7  connections 64  open requests 1,024
        log/s       25,310 transactions  3 MiB  120 forces
        queues      processor-0 12  storage-0 3  final validation busy 31%

        latency         requests       p50       p95       p99     p99.9       max
        last second       25,000    812 µs   2.41 ms   9.99 ms    1.25 s       3 s
        last minute            0         -         -         -         -         -

        conflicts  hottest keys
            1,204  checking/17                     repaired 1,200  victim 4
                9  savings/3                       pre validation 9

        conflicts  procedure met writes of
              411  send-payment                    send-payment
               40  balance                         ?
        """,
        String.join("\n", lines) + "\n");
  }

  @Test
  void partitionsHaveTheirProtocolAndTheirLastSwitches() {
    LiveSnapshot plain = snapshot(null, List.of());
    PartitionFigures partitions =
        new PartitionFigures(
            64,
            List.of(
                new PartitionFigures.OfProtocol("partcc", 49, "0-47,50", 1_234_567, 89),
                new PartitionFigures.OfProtocol("no-wait", 0, "", 4_321, 1_000),
                new PartitionFigures.OfProtocol("silo", 15, "48-49,51-63", 0, 0)),
            98,
            List.of(
                new PartitionFigures.Switch(45_295_000, "silo", "partcc", 48, "0-47"),
                new PartitionFigures.Switch(45_294_000, "no-wait", "partcc", 1, "50")));
    List<String> lines =
        new TopScreen("db1:7401", ZoneOffset.UTC, 100, 4).draw(with(plain, partitions, null));
    assertEquals(
        "partitions  partcc 49 (0-47,50)  no-wait 0  silo 15 (48-49,51-63)  switches 98",
        lines.get(6));
    assertEquals(
        List.of(
            "committed  runs under; aborted",
            "1,234,567  partcc                          89",
            "    4,321  no-wait                         1,000",
            "        0  silo                            0",
            "",
            " switched  partitions",
            " 12:34:55  silo to partcc                  0-47",
            " 12:34:54  no-wait to partcc               50"),
        lines.subList(lines.size() - 8, lines.size()));
  }

  private static ClusterFigures cluster(boolean leads, String leader, String address) {
    return new ClusterFigures(
        "n2",
        7,
        leads,
        leader,
        address,
        1_234_567,
        7,
        1_234_568,
        3,
        List.of(
            new ClusterFigures.Server("n1", "db1:7402", "db1:7400"),
            new ClusterFigures.Server("n2", "db2:7402", "db2:7400"),
            new ClusterFigures.Server("n3", "db3:7402", null)));
  }

  @Test
  void aClusterHasALineWithTheLeader() {
    TopScreen screen = new TopScreen("db2:7401", ZoneOffset.UTC, 100, 4);
    LiveSnapshot plain = snapshot(null, List.of());
    String rest = "  members 3  applied 1,234,567  leader changes 3";
    assertEquals(
        "cluster     n2 leads in term 7" + rest,
        screen.draw(with(plain, null, cluster(true, "n2", "db2:7400"))).get(6));
    LiveSnapshot follower = with(plain, null, cluster(false, "n1", "db1:7400"));
    assertEquals(
        "cluster     n2 follows n1 at db1:7400 in term 7" + rest, screen.draw(follower).get(6));
    assertTrue(
        screen.line(follower).endsWith(" | in flight 300 | n2 follows n1 at db1:7400 in term 7"));
    assertEquals(
        "cluster     n2 knows no leader in term 7" + rest,
        screen.draw(with(plain, null, cluster(false, null, null))).get(6));
  }

  @Test
  void itFitsItsWidthAndRows() {
    List<HotKey> many =
        List.of(
            KEYS.get(0),
            new HotKey("t/\"\033[2J" + "x".repeat(300) + '"', 5, 0, Map.of()),
            KEYS.get(1));
    List<String> lines =
        new TopScreen("db1:7401", ZoneOffset.UTC, 80, 2).draw(snapshot(null, many));
    assertTrue(lines.size() <= 24);
    assertTrue(lines.stream().allMatch(line -> line.length() <= 80), String.join("\n", lines));
    assertTrue(lines.stream().noneMatch(line -> line.contains("\033")));
    assertTrue(
        lines.stream().noneMatch(line -> line.contains("savings") || line.contains("log/s")));
  }

  @Test
  void aSecondInOneLine() {
    assertEquals(
        "12:34:56 | committed/s 25,311  aborted/s 4,214  restarts/s 4,214  repaired/s 9.25"
            + "  refused/s 0 | p99 9.99 ms | in flight 300 | hottest checking/17",
        new TopScreen("db1:7401", ZoneOffset.UTC, 100, 4).line(snapshot(null, KEYS)));
  }

  @Test
  void amountsAreRounded() {
    assertEquals("0.333", Amount.of(1 / 3.0));
    assertEquals("1,234,568", Amount.of(1_234_567.8));
    assertEquals("0", Amount.of(0.0));
    assertEquals("100 µs", Amount.ofUs(100.2));
    assertEquals("512 KiB", Amount.ofBytes(512 * 1024.0));
    assertEquals("2 d 1 h", Amount.ofSeconds(49 * 3_600 + 59));
    assertEquals("59 s", Amount.ofSeconds(59));
  }
}
