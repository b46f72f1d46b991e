package dev.yardmaster.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the page about versions with the modules. */
class VersionsPageTest {

  private static final Pattern ROW =
      Pattern.compile(
          "^\\| `(yardmaster-[\\w-]+)` \\| `([\\w.]+)` \\| [^|]* \\|([^|]*)\\|$",
          Pattern.MULTILINE);
  private static final Pattern PACKAGE = Pattern.compile("`(dev\\.yardmaster\\.[\\w.]+)`");

  private static String page() throws IOException {
    return Files.readString(Pom.ROOT.resolve("docs/versions.md"));
  }

  private static Set<String> packages(String text) {
    return PACKAGE.matcher(text).results().map(each -> each.group(1)).collect(Collectors.toSet());
  }

  @Test
  void theTableHasThePublishedModules() throws IOException {
    Map<String, MatchResult> rows = new TreeMap<>();
    ROW.matcher(page()).results().forEach(row -> rows.put(row.group(1), row));
    Set<String> published = new TreeSet<>();
    for (Pom module : Pom.published()) {
      String artifact = module.text("artifactId");
      published.add(artifact);
      MatchResult row = rows.get(artifact);
      assertNotNull(row, artifact);
      assertEquals(module.text("properties/module.name"), row.group(2));
      for (String name : packages(row.group(3))) {
        Path sources = module.folder().resolve("src/main/java");
        assertTrue(
            Files.isRegularFile(
                sources.resolve(name.replace('.', '/')).resolve("package-info.java")),
            name + " in " + artifact);
      }
    }
    assertEquals(published, rows.keySet());
  }

  @Test
  void theGuidesNeedOnlyPublicPackages() throws IOException {
    Set<String> shown = new HashSet<>();
    ROW.matcher(page()).results().forEach(row -> shown.addAll(packages(row.group(3))));
    for (String guide : FreshProjectTest.pages()) {
      for (String line : GuidePage.of(guide).imports().lines().toList()) {
        if (line.startsWith("import dev.yardmaster.")) {
          String name = line.replaceAll("import ([a-z.]+)\\.[A-Z].*", "$1");
          assertTrue(shown.contains(name), guide + ": " + name);
        }
      }
    }
  }

  @Test
  void everyPublicPackageStatesWhatCanBeNull() throws IOException {
    Set<String> shown = new TreeSet<>();
    ROW.matcher(page()).results().forEach(row -> shown.addAll(packages(row.group(3))));
    assertFalse(shown.isEmpty());
    for (Pom module : Pom.published()) {
      Path sources = module.folder().resolve("src/main/java");
      for (String name : List.copyOf(shown)) {
        Path file = sources.resolve(name.replace('.', '/')).resolve("package-info.java");
        if (Files.exists(file) && Files.readString(file).contains("@NullMarked")) {
          shown.remove(name);
        }
      }
    }
    assertEquals(Set.of(), shown, "packages without @NullMarked");
  }
}
