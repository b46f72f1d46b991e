package dev.yardmaster.server.admin;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.yardmaster.server.cli.ServeCommand;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Checks the files of the cluster in {@code docker/}, without a container engine. */
@Timeout(60)
class DockerClusterTest {

  private static final Path DOCKER = Path.of("..", "docker");
  private static final String CONFIG = "/etc/yardmaster/cluster.yaml";
  private static final String CERTIFICATES = "/etc/yardmaster/certificates";
  private static final List<String> NODES = List.of("n1", "n2", "n3");
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final int DNS_NAME = 2;

  @TempDir private Path directory;

  private static JsonNode yaml(String name) throws IOException {
    return YAML.readTree(DOCKER.resolve(name).toFile());
  }

  private static JsonNode service(String node) throws IOException {
    return yaml("compose-cluster.yaml").at("/services/" + node);
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2", "n3"})
  void eachServerTakesItsCommand(String node) throws IOException {
    List<String> arguments = texts(service(node).get("command"));
    assertEquals("serve", arguments.remove(0));
    arguments.replaceAll(word -> word.equals(CONFIG) ? "" + DOCKER.resolve("cluster.yaml") : word);
    arguments.add("--print-config");
    StringWriter out = new StringWriter();
    int exitCode =
        new CommandLine(new ServeCommand(Map.of()))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(out))
            .execute(arguments.toArray(String[]::new));
    assertEquals(0, exitCode, out.toString());
    assertTrue(out.toString().contains("node: " + node), out.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2", "n3"})
  void eachServerHasItsOwnVolumeCertificateAndPorts(String node) throws IOException {
    assertEquals(
        List.of(
            node + "-data:/data",
            "./cluster.yaml:" + CONFIG + ":ro",
            "./cluster-certificates/" + node + ":" + CERTIFICATES + ":ro"),
        texts(service(node).get("volumes")));
    assertTrue(yaml("compose-cluster.yaml").get("volumes").has(node + "-data"));
    JsonNode options = yaml("cluster.yaml");
    String client =
        texts(options.at("/cluster/clients")).stream()
            .filter(address -> address.startsWith(node + "="))
            .findFirst()
            .orElseThrow()
            .substring(node.length() + 1);
    List<String> ports = texts(service(node).get("ports"));
    assertEquals(client + ":7400", ports.get(0));
    assertTrue(ports.get(1).endsWith(":" + AdminServer.DEFAULT_PORT), ports::toString);
    assertTrue(ports.stream().allMatch(port -> port.startsWith("127.0.0.1:")), ports::toString);
  }

  @Test
  void prometheusScrapesAllServersByNamesToWhichTheyAnswer() throws IOException {
    JsonNode options = yaml("cluster.yaml");
    List<String> targets =
        texts(
            yaml("prometheus/prometheus-cluster.yml")
                .at("/scrape_configs/0/static_configs/0/targets"));
    assertEquals(
        NODES.stream().map(node -> node + ":" + AdminServer.DEFAULT_PORT).toList(), targets);
    AdminAccess access = AdminAccess.everybodyAt(texts(options.at("/admin/hosts")));
    targets.forEach(target -> assertTrue(access.isHostAllowed(target), target));
    for (String node : List.of("prometheus", "grafana")) {
      for (String volume : texts(service(node).get("volumes"))) {
        String source = volume.split(":", -1)[0];
        assertTrue(!source.startsWith("./") || Files.exists(DOCKER.resolve(source)), () -> source);
      }
      texts(service(node).get("ports")).forEach(port -> assertTrue(port.startsWith("127.0.0.1:")));
    }
  }

  /** Grafana and the published ports must be the same as in the compose file with one server. */
  @Test
  void grafanaIsTheSameAsForOneServer() throws IOException {
    assertEquals(yaml("compose.yaml").at("/services/grafana"), service("grafana"));
  }

  @Test
  void theCertificatesNameTheServersAndAreOfOneAuthority() throws Exception {
    assumeTrue(hasOpenssl(), "there is no openssl");
    make();
    byte[] authority = Files.readAllBytes(directory.resolve("authority.pem"));
    make();
    X509Certificate issuer = certificate(directory.resolve("authority.pem"));
    assertTrue(issuer.getBasicConstraints() >= 0);
    for (String node : NODES) {
      Path own = directory.resolve(node);
      assertEquals(
          new String(authority, StandardCharsets.UTF_8),
          Files.readString(own.resolve("authority.pem")));
      X509Certificate certificate = certificate(own.resolve("certificate.pem"));
      certificate.verify(issuer.getPublicKey());
      assertEquals(
          List.of(List.of(DNS_NAME, node)), List.copyOf(certificate.getSubjectAlternativeNames()));
      File key = own.resolve("key.pem").toFile();
      assertDoesNotThrow(
          () -> SslContextBuilder.forServer(own.resolve("certificate.pem").toFile(), key).build());
    }
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(5, files.count());
    }
  }

  private void make() throws IOException, InterruptedException {
    Process script =
        new ProcessBuilder(
                "bash", "" + DOCKER.resolve("make-cluster-certificates"), directory.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(script.waitFor(20, TimeUnit.SECONDS));
    assertEquals(0, script.exitValue(), output);
  }

  private static boolean hasOpenssl() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "openssl")));
  }

  private static X509Certificate certificate(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }
}
