package dev.yardmaster.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.yardmaster.replication.LogCluster;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.jraft.JraftEngine;
import dev.yardmaster.server.backend.ServedCluster;
import dev.yardmaster.server.cli.ServeCommand;
import dev.yardmaster.server.config.ServerConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Checks those properties of the files in {@code docker/} that need no container engine. */
@Timeout(60)
class DockerFolderTest {

  private static final Path ROOT = Path.of("..");
  private static final Path DOCKER = ROOT.resolve("docker");
  private static final int SERVICE_PORT = 7400;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final Pattern METRIC =
      Pattern.compile("\\b(?:yardmaster|jvm|process|system)_\\w+");

  @TempDir private Path directory;

  private static JsonNode yaml(String name) throws IOException {
    return YAML.readTree(DOCKER.resolve(name).toFile());
  }

  private static List<String> dockerfile() throws IOException {
    return Files.readAllLines(DOCKER.resolve("Dockerfile"));
  }

  private static JsonNode dashboard() throws IOException {
    return JSON.readTree(DOCKER.resolve("grafana/dashboards/yardmaster.json").toFile());
  }

  @Test
  void theImageIsMadeFromTheRelease() throws IOException {
    List<String> copied = new ArrayList<>();
    for (String line : dockerfile()) {
      if (line.startsWith("COPY ")) {
        copied.add(line.split(" ", -1)[1]);
      }
      assertFalse(line.startsWith("FROM") && line.contains("maven"), line);
    }
    assertEquals(List.of("server/target/yardmaster-*.tar.gz", "docker/healthcheck"), copied);
    List<String> kept = Files.readAllLines(DOCKER.resolve("Dockerfile.dockerignore"));
    copied.forEach(file -> assertTrue(kept.contains("!" + file), file));
    assertTrue(Files.exists(DOCKER.resolve("healthcheck")));
    assertTrue(Files.readString(Path.of("pom.xml")).contains("src/main/dist/archive.xml"));
  }

  @Test
  void theServerTakesTheCommandOfTheComposeFile() throws IOException {
    List<String> arguments = new ArrayList<>();
    yaml("compose.yaml")
        .at("/services/yardmaster/command")
        .forEach(word -> arguments.add(word.asText()));
    assertEquals("serve", arguments.remove(0));
    arguments.add("--print-config");
    StringWriter out = new StringWriter();
    int exitCode =
        new CommandLine(new ServeCommand(Map.of()))
            .setOut(new PrintWriter(out))
            .execute(arguments.toArray(String[]::new));
    assertEquals(0, exitCode, out.toString());
    assertTrue(out.toString().contains("0.0.0.0:7400"), out.toString());
  }

  @Test
  void theServerAnswersToTheNameThatPrometheusUses() throws IOException {
    String target =
        yaml("prometheus/prometheus.yml")
            .at("/scrape_configs/0/static_configs/0/targets/0")
            .asText();
    List<String> names = new ArrayList<>();
    for (JsonNode word : yaml("compose.yaml").at("/services/yardmaster/command")) {
      if (word.asText().startsWith("admin.hosts=")) {
        names.addAll(List.of(word.asText().substring("admin.hosts=".length()).split(",", -1)));
      }
    }
    assertTrue(AdminAccess.everybodyAt(names).isHostAllowed(target), target);
    assertFalse(AdminAccess.EVERYBODY.isHostAllowed(target), target);
  }

  @Test
  void portsAgreeWithTheDefaults() throws IOException {
    String dockerfile = String.join("\n", dockerfile());
    int admin = AdminServer.DEFAULT_PORT;
    assertTrue(dockerfile.contains("EXPOSE " + SERVICE_PORT + " " + admin));
    assertTrue(dockerfile.contains("\"0.0.0.0:" + SERVICE_PORT + "\""));
    assertTrue(dockerfile.contains("\"0.0.0.0:" + admin + "\""));
    assertTrue(dockerfile.contains("\"127.0.0.1\", \"" + admin + "\""));
    assertEquals(
        "yardmaster:" + admin,
        yaml("prometheus/prometheus.yml")
            .at("/scrape_configs/0/static_configs/0/targets/0")
            .asText());
    JsonNode ports = yaml("compose.yaml").at("/services/yardmaster/ports");
    assertEquals("127.0.0.1:7400:" + SERVICE_PORT, ports.get(0).asText());
    assertEquals("127.0.0.1:7401:" + admin, ports.get(1).asText());
  }

  @Test
  void theContainerDoesNotRunAsRoot() throws IOException {
    List<String> lines = dockerfile();
    int user = lines.indexOf("USER yardmaster");
    int entry =
        lines.stream()
            .filter(line -> line.startsWith("ENTRYPOINT"))
            .findFirst()
            .map(lines::indexOf)
            .orElseThrow();
    assertTrue(user > 0 && user < entry);
  }

  @Test
  void composeRefersToWhatThereIs() throws IOException {
    JsonNode services = yaml("compose.yaml").get("services");
    assertEquals(Set.of("yardmaster", "prometheus", "grafana"), names(services));
    for (JsonNode service : services) {
      for (JsonNode volume : service.path("volumes")) {
        String source = volume.asText().split(":", -1)[0];
        assertTrue(
            source.startsWith("./")
                ? Files.exists(DOCKER.resolve(source))
                : yaml("compose.yaml").get("volumes").has(source),
            source);
      }
      for (JsonNode port : service.get("ports")) {
        assertTrue(port.asText().startsWith("127.0.0.1:"), port.asText());
      }
    }
    JsonNode build = services.at("/yardmaster/build");
    Path context = DOCKER.resolve(build.get("context").asText());
    assertTrue(Files.exists(context.resolve(build.get("dockerfile").asText())));
  }

  private static Set<String> names(JsonNode node) {
    Set<String> names = new HashSet<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void grafanaFindsItsSourceAndItsDashboard() throws IOException {
    JsonNode source = yaml("grafana/provisioning/datasources/prometheus.yml").at("/datasources/0");
    assertEquals("http://prometheus:9090", source.get("url").asText());
    for (JsonNode panel : dashboard().get("panels")) {
      assertEquals(source.get("uid").asText(), panel.at("/datasource/uid").asText());
    }
    JsonNode provider = yaml("grafana/provisioning/dashboards/yardmaster.yml").at("/providers/0");
    String folder = provider.at("/options/path").asText();
    Stream<String> mounted =
        Stream.of(yaml("compose.yaml").at("/services/grafana/volumes"))
            .flatMap(volumes -> Stream.of(volumes.toString()));
    assertTrue(mounted.allMatch(volumes -> volumes.contains(folder)));
  }

  @Test
  void everyMetricOfTheDashboardIsInAScrape() throws IOException {
    Set<String> scraped;
    try (WatchedPipeline watched = WatchedPipeline.durable(directory)) {
      watched.second(10);
      System.gc();
      Scrape scrape = new Scrape(watched.metrics().scrape(AdminPages.PROMETHEUS));
      scraped = new TreeSet<>(scrape.samples());
    }
    scraped.addAll(clusterMetrics());
    // Micrometer registers the meter of pauses only at the first pause.
    scraped.add("jvm_gc_pause_seconds_sum");
    List<String> expressions = new ArrayList<>();
    dashboard().findValues("expr").forEach(expression -> expressions.add(expression.asText()));
    dashboard().findValues("definition").forEach(value -> expressions.add(value.asText()));
    assertTrue(expressions.size() > 25);
    for (String expression : expressions) {
      Matcher metrics = METRIC.matcher(expression.replaceAll("\"[^\"]*\"", ""));
      assertTrue(metrics.find(), expression);
      metrics.reset();
      while (metrics.find()) {
        assertTrue(scraped.contains(metrics.group()), metrics.group() + " in " + expression);
      }
    }
  }

  private Set<String> clusterMetrics() {
    Member member = LogCluster.freeMember("n1");
    ServerConfig config =
        ServerConfig.builder()
            .set("cluster.members", "n1=" + member.host() + ":" + member.port())
            .set("cluster.node", "n1")
            .set("data", directory.resolve("n1").toString())
            .build();
    PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (ServedCluster cluster =
        ServedCluster.start(
            config.pipeline(), config.cluster().orElseThrow(), List.of(), new JraftEngine())) {
      cluster.bindTo(metrics);
      return new Scrape(metrics.scrape(AdminPages.PROMETHEUS)).samples();
    }
  }

  @Test
  void panelsHaveNumbersOfTheirOwnAndDoNotOverlap() throws IOException {
    Set<Integer> ids = new HashSet<>();
    Set<List<Integer>> covered = new HashSet<>();
    for (JsonNode panel : dashboard().get("panels")) {
      assertTrue(ids.add(panel.get("id").asInt()), panel.get("title").asText());
      JsonNode place = panel.get("gridPos");
      assertTrue(place.get("x").asInt() + place.get("w").asInt() <= 24);
      for (int x = 0; x < place.get("w").asInt(); x++) {
        for (int y = 0; y < place.get("h").asInt(); y++) {
          List<Integer> cell = List.of(place.get("x").asInt() + x, place.get("y").asInt() + y);
          assertTrue(covered.add(cell), panel.get("title").asText());
        }
      }
    }
    assertFalse(ids.isEmpty());
  }

  @Test
  void theHealthCheckTellsHealthyFromFailed() throws IOException, InterruptedException {
    try (WatchedPipeline watched = new WatchedPipeline().listen()) {
      assertEquals(0, healthCheck(watched.port()));
      watched.pipeline().agentFailed(new IllegalStateException("a bug"));
      assertNotEquals(0, healthCheck(watched.port()));
      int port = watched.port();
      watched.hangUp();
      assertNotEquals(0, healthCheck(port));
    }
  }

  private static int healthCheck(int port) throws IOException, InterruptedException {
    Process check =
        new ProcessBuilder(
                "bash",
                DOCKER.resolve("healthcheck").toString(),
                "127.0.0.1",
                Integer.toString(port))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertTrue(check.waitFor(20, TimeUnit.SECONDS));
    return check.exitValue();
  }
}
