package dev.yardmaster.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.replication.LogCluster;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** Tests the dashboard in a real browser. */
@Timeout(180)
class DashboardTest {

  private static final List<String> PLOTS =
      List.of(
          "plot-committed",
          "plot-aborts",
          "plot-latency",
          "plot-restarts",
          "plot-load",
          "plot-queues");
  private static final List<String> NODES = List.of("n1", "n2", "n3");
  private static final Duration WAIT = Duration.ofSeconds(30);

  /** The folder for screenshots of the page; null if the test takes no screenshots. */
  private static final String PICTURES = System.getProperty("yardmaster.pictures");

  @TempDir private static Path profile;

  /** The browser of all tests but the one with dark colors; null until a test needs it. */
  private static ChromeDriver light;

  private final WatchedPipeline watched = new WatchedPipeline();
  private ChromeDriver browser;

  @AfterEach
  void close() {
    if (browser != null && browser != light) {
      browser.quit();
    }
    watched.close();
  }

  @AfterAll
  static void closeBrowser() {
    if (light != null) {
      light.quit();
      light = null;
    }
  }

  /** Returns a browser without pages, cookies and messages of an earlier test. */
  private static ChromeDriver light() {
    if (light == null) {
      light = Chromium.start(profile.resolve("light"), 1400, 1250, false);
    }
    light.manage().deleteAllCookies();
    light.get("about:blank");
    var unused = light.manage().logs().get(LogType.BROWSER);
    return light;
  }

  private void open(boolean dark) {
    browser = dark ? Chromium.start(profile.resolve("dark"), 1400, 1250, true) : light();
    browser.get("http://127.0.0.1:" + watched.port() + "/");
  }

  /** Runs conflicting transfers until the table of hot keys shows the key. */
  private void conflict() {
    await(
        "a hot key",
        () -> {
          watched.second(300);
          return !watched.live().snapshot().hotKeys().isEmpty();
        });
  }

  private static void await(String what, BooleanSupplier holds) {
    long deadlineNs = System.nanoTime() + WAIT.toNanos();
    while (!holds.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadlineNs, "there was no " + what);
      LockSupport.parkNanos(10_000_000);
    }
  }

  private String text(String id) {
    return browser.findElement(By.id(id)).getText();
  }

  private void awaitText(String id, Predicate<String> expected) {
    await(id, () -> expected.test(text(id)));
  }

  /** Returns the number of values in a plot's lines, not counting nulls. */
  private long points(String plot) {
    return (Long)
        browser.executeScript(
            "return Chart.getChart(arguments[0]).data.datasets"
                + ".flatMap((line) => line.data).filter((point) => point.y !== null).length",
            plot);
  }

  private List<String> problems() {
    return browser.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::toString)
        .toList();
  }

  private void picture(String name) throws IOException {
    if (PICTURES != null) {
      Files.createDirectories(Path.of(PICTURES));
      Files.write(Path.of(PICTURES, name + ".png"), browser.getScreenshotAs(OutputType.BYTES));
    }
  }

  @Test
  void plotsAndTablesShowWhatHappens() throws IOException {
    watched.listen();
    open(false);
    for (int second = 0; second < 90; second++) {
      watched.second(40 + 150 * (second % 7));
    }
    watched.refuse();
    conflict();
    awaitText("status", "live"::equals);
    awaitText("hot-keys", table -> table.contains(WatchedPipeline.HOT.toString()));
    for (String plot : PLOTS) {
      await("point in " + plot, () -> points(plot) > 90);
    }
    assertTrue(text("pairs").contains("deposit"), text("pairs"));
    assertTrue(Integer.parseInt(text("now-committed").replace(",", "")) > 0);
    browser.findElement(By.cssSelector("[data-minutes='1']")).click();
    Object shown =
        browser.executeScript(
            "const x = Chart.getChart('plot-committed').scales.x; return x.max - x.min");
    assertEquals(60_000L, shown);
    picture("light");
    assertEquals(List.of(), problems());
  }

  /** A server whose engine has a protocol for each partition shows these protocols. */
  @Test
  void partitionsShowTheirProtocols() throws IOException {
    ServerConfig config =
        ServerConfig.builder()
            .set("engine", "cormcc")
            .set("partitions", "8")
            .set("listen", "127.0.0.1:0")
            .set("admin.listen", "127.0.0.1:0")
            .build();
    try (YardmasterServer server = YardmasterServer.start(config, List.of())) {
      browser = light();
      browser.get("http://127.0.0.1:" + server.adminAddress().orElseThrow().getPort() + "/");
      awaitText("status", "live"::equals);
      awaitText("partitions", table -> table.contains("silo 0-7 0 0\n8"));
      assertTrue(text("now-switches").contains("0 switches"), text("now-switches"));
      picture("partitions");
      assertEquals(List.of(), problems());
    }
  }

  /** In a cluster, the page of each follower must name the leader. */
  @Test
  void aServerOfAClusterNamesTheLeader(@TempDir Path folder) throws IOException {
    String members = freeAddresses();
    String clients = freeAddresses();
    List<YardmasterServer> servers = new ArrayList<>();
    try {
      for (String node : NODES) {
        servers.add(clustered(node, members, clients, folder));
      }
      await("leader", () -> servers.stream().anyMatch(DashboardTest::leads));
      YardmasterServer leader =
          servers.stream().filter(DashboardTest::leads).findFirst().orElseThrow();
      String name = NODES.get(servers.indexOf(leader));
      browser = light();
      for (YardmasterServer server : servers) {
        browser.get("http://127.0.0.1:" + server.adminAddress().orElseThrow().getPort() + "/");
        String expected =
            server == leader
                ? "This server, " + name + ", leads in term "
                : name + " leads in term \\d+, not this server.";
        awaitText("cluster-role", text -> text.matches(expected + ".*"));
        assertEquals(server == leader, text("cluster-leader").isEmpty());
        assertTrue(text("cluster-log").startsWith("Members n1 (clients at 127.0.0.1:"));
        picture(server == leader ? "leader" : "follower");
      }
      assertEquals(List.of(), problems());
    } finally {
      servers.forEach(YardmasterServer::close);
    }
  }

  private static String freeAddresses() {
    return NODES.stream()
        .map(LogCluster::freeMember)
        .map(member -> member.name() + "=" + member.host() + ":" + member.port())
        .collect(Collectors.joining(","));
  }

  private static YardmasterServer clustered(
      String node, String members, String clients, Path folder) {
    return YardmasterServer.start(
        ServerConfig.builder()
            .set("cluster.members", members)
            .set("cluster.clients", clients)
            .set("cluster.node", node)
            .set("cluster.electionTimeout", "1s")
            .set("data", folder.resolve(node).toString())
            .set("listen", "127.0.0.1:0")
            .set("admin.listen", "127.0.0.1:0")
            .build(),
        List.of());
  }

  private static boolean leads(YardmasterServer server) {
    return server.backEnd().cluster().leads();
  }

  @Test
  void itIsReadableInTheDark() throws IOException {
    watched.listen();
    for (int second = 0; second < 200; second++) {
      watched.second(20 + 100 * (second % 5));
    }
    conflict();
    open(true);
    awaitText("status", "live"::equals);
    assertEquals(
        true, browser.executeScript("return matchMedia('(prefers-color-scheme: dark)').matches"));
    assertEquals(
        "rgb(18, 22, 27)",
        browser.executeScript("return getComputedStyle(document.body).backgroundColor"));
    picture("dark");
    assertEquals(List.of(), problems());
  }

  @Test
  void itSaysThatTheServerIsGoneAndGoesOnWhenItIsBack() throws IOException {
    watched.listen();
    int port = watched.port();
    watched.second(10);
    open(false);
    awaitText("status", "live"::equals);
    long before = points("plot-committed");
    watched.hangUp();
    awaitText("status", status -> status.startsWith("no answer since "));
    picture("gone");
    watched.listen(port, null);
    watched.second(10);
    awaitText("status", "live"::equals);
    await("new point", () -> points("plot-committed") > before);
  }

  @Test
  void whereATokenIsNeededItAsksForIt() throws IOException {
    watched.withToken().listen();
    watched.second(10);
    open(false);
    await("form", () -> browser.findElement(By.id("login")).isDisplayed());
    picture("token");
    enter(browser, "guess");
    awaitText("login-why", why -> why.contains("did not accept"));
    enter(browser, WatchedPipeline.TOKEN);
    awaitText("status", "live"::equals);
    browser.navigate().refresh();
    awaitText("status", "live"::equals);
    assertEquals(null, browser.executeScript("return localStorage.getItem('yardmaster.token')"));
  }

  private static void enter(WebDriver browser, String token) {
    browser.findElement(By.id("token")).sendKeys(token);
    browser.findElement(By.cssSelector("#login button")).click();
  }
}
