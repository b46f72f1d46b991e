package dev.yardmaster.benchmarks.release;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds a new project against the published modules with Maven, offline. The project has one
 * module for each page of the documentation, with the page's dependencies, imports and first
 * snippet.
 *
 * <p>Maven uses a local repository in a temporary folder, which has the published modules as {@code
 * mvn install} lays them out, and links to the libraries of this build's local repository. So the
 * build changes nothing outside the temporary folder. After a build with the profile {@code
 * release}, the modules have the poms that are deployed, and there is no parent.
 */
@Timeout(180)
class FreshProjectTest {

  private static final String REQUIRED = "YARDMASTER_REQUIRE_RELEASE";

  /**
   * The package of the classes that snippets declare. Spring scans no classes without a package.
   */
  private static final String PACKAGE = "example";

  /**
   * The snippet of one page, as a program.
   *
   * @param members members of the class that the page takes for granted
   * @param parameters variables that the page takes for granted
   * @param prints what the program prints for its arguments, or null if it only compiles
   */
  private record Program(
      String page, String members, String parameters, String arguments, String prints) {

    String module() {
      return page.replaceAll(".*/|\\.md", "").toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the class that the page's first snippet declares, or the class around the snippet.
     */
    String mainClass() throws IOException {
      return declared(GuidePage.of(page)).map(name -> PACKAGE + '.' + name).orElse("Main");
    }
  }

  private static final List<Program> PROGRAMS =
      List.of(
          new Program("README.md", "", "", "", "left: -5"),
          new Program("docs/guide-embedding.md", "", "", "", "left: -5"),
          new Program(
              "docs/guide-durability.md",
              """
              static Long increment(dev.yardmaster.api.Transaction transaction, Key key) {
                long sum = transaction.getLong(key) + 1;
                transaction.putLong(key, sum);
                return sum;
              }
              """,
              "java.nio.file.Path directory",
              "java.nio.file.Path.of(\"data\")",
              "visits: 1"),
          new Program("docs/guide-proof.md", "", "", "", "serializable"),
          new Program("docs/guide-engine.md", "", "", "", ""),
          new Program("docs/guide-client.md", "", "String address", "\"\"", null),
          new Program(
              "docs/guide-jdbc.md",
              """
              static Long transfer(java.sql.Connection connection, long from, long to, long cents) {
                return cents;
              }
              """,
              "String url",
              "\"\"",
              null),
          new Program("docs/guide-operations.md", "", "", "", null),
          new Program("docs/guide-spring.md", "", "", "", "balance: 5"));

  @TempDir private Path folder;

  /** Returns the pages whose first snippets are built. */
  static List<String> pages() {
    return PROGRAMS.stream().map(Program::page).toList();
  }

  /** JUnit warns of links that it finds in a temporary folder. */
  @AfterEach
  void deleteLinks() throws IOException {
    Path repository = folder.resolve("repository");
    if (Files.isDirectory(repository)) {
      try (Stream<Path> files = Files.walk(repository, 2)) {
        for (Path link : files.filter(Files::isSymbolicLink).toList()) {
          Files.delete(link);
        }
      }
    }
  }

  @Test
  void theFirstSnippetOfEachPageBuildsAndRuns() throws IOException, InterruptedException {
    Path project = folder.resolve("project");
    writeProject(project);
    Path repository = folder.resolve("repository");
    install(Packaged.modules(), repository);
    run(
        project,
        maven().toString(),
        "--offline",
        "--batch-mode",
        "--quiet",
        "-Dmaven.repo.local=" + repository,
        "compile",
        "dependency:build-classpath");
    for (Program program : PROGRAMS) {
      if (program.prints() != null) {
        Path module = project.resolve(program.module());
        String printed =
            run(
                module,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                "target/classes:" + Files.readString(module.resolve("target/classpath")),
                program.mainClass());
        assertTrue(
            printed.lines().anyMatch(line -> line.startsWith(program.prints())),
            program.page() + ": " + printed);
      }
    }
  }

  @Test
  void eachPageNamesPublishedModulesInTheirVersion() throws IOException {
    Pom bom = Pom.bom();
    List<String> pages;
    try (Stream<Path> files = Files.walk(Pom.ROOT.resolve("docs"))) {
      pages =
          Stream.concat(
                  Stream.of("README.md", "CONTRIBUTING.md"),
                  files
                      .filter(file -> file.toString().endsWith(".md"))
                      .map(file -> Pom.ROOT.relativize(file).toString()))
              .toList();
    }
    int named = 0;
    for (String page : pages) {
      String text = Files.readString(Pom.ROOT.resolve(page));
      for (String dependency : text.split("<dependency>", -1)) {
        if (!dependency.contains("<groupId>dev.yardmaster</groupId>")) {
          continue;
        }
        String artifact = dependency.replaceAll("(?s).*?<artifactId>(.*?)</artifactId>.*", "$1");
        String version = dependency.replaceAll("(?s).*?<version>(.*?)</version>.*", "$1");
        assertTrue(
            artifact.equals("yardmaster-bom")
                || bom.managed().stream().anyMatch(each -> each.artifact().equals(artifact)),
            page + ": " + artifact);
        assertEquals(bom.version(), version, page);
        named++;
      }
    }
    assertTrue(named >= PROGRAMS.size(), "only " + named);
  }

  private static Path maven() {
    Path maven = Path.of(System.getProperty("tests.maven", ""), "bin", "mvn");
    boolean found = Files.isExecutable(maven);
    if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
      assertTrue(found, maven + " is missing");
    }
    assumeTrue(found, "this test was not started by Maven");
    return maven;
  }

  private static void writeProject(Path project) throws IOException {
    // Without a folder of this name Maven would look for its settings in the folders above.
    Files.createDirectories(project.resolve(".mvn"));
    Pom root = Pom.of(Pom.ROOT);
    Files.writeString(
        project.resolve("pom.xml"),
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>example</groupId>
          <artifactId>fresh</artifactId>
          <version>1</version>
          <packaging>pom</packaging>
          <modules>MODULES</modules>
          <properties>
            <maven.compiler.release>17</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
            <mdep.outputFile>target/classpath</mdep.outputFile>
          </properties>
          <build><pluginManagement><plugins>
            PLUGINS
          </plugins></pluginManagement></build>
        </project>
        """
            .replace(
                "MODULES",
                PROGRAMS.stream()
                    .map(program -> "<module>" + program.module() + "</module>")
                    .collect(Collectors.joining()))
            .replace(
                "PLUGINS",
                Stream.of("resources", "compiler", "dependency")
                    .map(plugin -> "maven-" + plugin + "-plugin")
                    .map(
                        plugin ->
                            "<plugin><artifactId>%s</artifactId><version>%s</version></plugin>"
                                .formatted(plugin, root.text("properties/" + plugin + ".version")))
                    .collect(Collectors.joining("\n"))));
    for (Program program : PROGRAMS) {
      writeModule(project.resolve(program.module()), program);
    }
  }

  private static Optional<String> declared(GuidePage page) {
    Matcher declared =
        Pattern.compile("^(?:@\\w+\n)?public (?:final )?class (\\w+)").matcher(page.snippet());
    return declared.find() ? Optional.of(declared.group(1)) : Optional.empty();
  }

  private static void writeModule(Path module, Program program) throws IOException {
    GuidePage page = GuidePage.of(program.page());
    Path sources = Files.createDirectories(module.resolve("src/main/java"));
    Optional<String> declared = declared(page);
    Files.writeString(
        module.resolve("pom.xml"),
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <parent><groupId>example</groupId><artifactId>fresh</artifactId><version>1</version></parent>
          <artifactId>%s</artifactId>
          <dependencies>
        %s
          </dependencies>
          <build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><configuration>
            <showWarnings>true</showWarnings>
            <compilerArgs><arg>-Xlint:all</arg><arg>-Werror</arg></compilerArgs>
          </configuration></plugin></plugins></build>
        </project>
        """
            .formatted(program.module(), page.dependencies()));
    if (declared.isPresent()) {
      Files.writeString(
          Files.createDirectories(sources.resolve(PACKAGE)).resolve(declared.get() + ".java"),
          "package " + PACKAGE + ";\n" + page.imports() + page.snippet());
      return;
    }
    Files.writeString(
        sources.resolve("Main.java"),
        """
        %s
        public final class Main {
          %s
          static void run(%s) throws Exception {
        %s
          }

          public static void main(String[] arguments) throws Exception {
            run(%s);
          }
        }
        """
            .formatted(
                page.imports(),
                program.members(),
                program.parameters(),
                page.snippet(),
                program.arguments()));
  }

  private static void install(List<Pom> modules, Path repository) throws IOException {
    Path libraries = Path.of(System.getProperty("tests.repository"));
    Path group = Files.createDirectories(repository.resolve("dev/yardmaster"));
    link(libraries, repository, "dev");
    link(libraries.resolve("dev"), repository.resolve("dev"), "yardmaster");
    boolean isFlat = true;
    for (Pom pom : modules) {
      isFlat &= pom.flattened() != null;
    }
    // Flattened poms have no parent.
    Stream<Pom> others = isFlat ? Stream.of(Pom.bom()) : Stream.of(Pom.of(Pom.ROOT), Pom.bom());
    for (Pom pom : Stream.concat(others, modules.stream()).toList()) {
      String artifact = pom.text("artifactId");
      Path home = Files.createDirectories(group.resolve(artifact).resolve(pom.version()));
      String name = artifact + "-" + pom.version();
      boolean isModule = modules.contains(pom);
      Path file = isFlat && isModule ? pom.flattened() : pom.folder().resolve("pom.xml");
      Files.copy(file, home.resolve(name + ".pom"));
      if (isModule) {
        Files.copy(pom.jar(), home.resolve(name + ".jar"));
      }
    }
  }

  private static void link(Path from, Path to, String except) throws IOException {
    if (Files.isDirectory(from)) {
      try (Stream<Path> entries = Files.list(from)) {
        for (Path entry : (Iterable<Path>) entries::iterator) {
          if (!entry.getFileName().toString().equals(except)) {
            Files.createSymbolicLink(to.resolve(entry.getFileName()), entry.toAbsolutePath());
          }
        }
      }
    }
  }

  private static String run(Path directory, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    // The script of the outer Maven has set this variable for itself.
    builder.environment().keySet().remove("MAVEN_CMD_LINE_ARGS");
    // Maven ends before the optimizing compiler would pay.
    builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said;
  }
}
