package dev.yardmaster.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The jars of the published modules. A test that needs the jars is skipped if the build has not
 * packaged the present classes, unless the environment requires the test.
 */
final class Packaged {

  private static final String REQUIRED = "YARDMASTER_REQUIRE_RELEASE";

  private Packaged() {}

  static List<Pom> modules() throws IOException {
    List<Pom> modules = Pom.published();
    for (Pom module : modules) {
      boolean current = isCurrent(module);
      if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
        assertTrue(current, module.jar() + " is missing or has not the present classes");
      }
      assumeTrue(current, module.jar() + " is missing or has not the present classes");
    }
    return modules;
  }

  /** Compares contents, because Maven does not rewrite a jar whose contents would be the same. */
  private static boolean isCurrent(Pom module) throws IOException {
    if (!Files.isRegularFile(module.jar())) {
      return false;
    }
    Path classes = module.folder().resolve("target/classes");
    try (ZipFile jar = new ZipFile(module.jar().toFile());
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        ZipEntry entry = jar.getEntry(classes.relativize(file).toString());
        CRC32 content = new CRC32();
        content.update(Files.readAllBytes(file));
        if (entry == null || entry.getCrc() != content.getValue()) {
          return false;
        }
      }
    }
    return true;
  }
}
