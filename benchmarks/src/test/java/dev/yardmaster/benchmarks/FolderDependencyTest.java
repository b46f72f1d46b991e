package dev.yardmaster.benchmarks;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.yardmaster.benchmarks.names.ProjectClasses;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the table of folders: a folder may depend only on the folders that the table allows, and
 * on their dependencies. The table may have rules for folders that do not exist.
 */
class FolderDependencyTest {

  private static final String ROOT = "dev.yardmaster.";

  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("annotations", List.of()),
          Map.entry("trials", List.of()),
          Map.entry("logging", List.of()),
          Map.entry("api", List.of()),
          Map.entry("json", List.of("api")),
          Map.entry("observation", List.of("api")),
          Map.entry("reactor", List.of("api")),
          Map.entry("history", List.of("api")),
          Map.entry("service", List.of("api", "history")),
          Map.entry("reorder", List.of()),
          Map.entry("storage", List.of("api")), // Also storage.hbase.
          Map.entry("replication", List.of("processor")),
          Map.entry("replication.jraft", List.of("replication")),
          Map.entry("validator", List.of("api", "reorder")),
          Map.entry("processor", List.of("storage", "validator", "service", "trials", "logging")),
          Map.entry("engine", List.of("reorder", "storage", "service", "trials")),
          Map.entry("wire", List.of("api")),
          Map.entry("client", List.of("wire", "logging")),
          Map.entry("workloads", List.of("api")),
          Map.entry("proof.checker", List.of("history")),
          Map.entry(
              "server",
              List.of("replication.jraft", "engine", "client", "workloads", "proof.checker")),
          Map.entry("jdbc", List.of("reorder", "trials", "logging")),
          Map.entry("spring", List.of("processor", "engine", "client", "jdbc", "observation")),
          Map.entry("proof.simulator", List.of("server", "client", "replication")),
          Map.entry("proof.wirefuzz", List.of("server", "client")),
          Map.entry("proof.torture", List.of("server", "client")),
          Map.entry("play", List.of("server", "proof.torture")),
          Map.entry(
              "benchmarks",
              List.of(
                  "play",
                  "jdbc",
                  "replication.jraft",
                  "proof.simulator",
                  "proof.wirefuzz",
                  "proof.torture")));

  private static final JavaClasses CLASSES = ProjectClasses.ALL;

  static Stream<String> folders() {
    return MAY_USE.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("folders")
  void usesWhatItMay(String folder) {
    rule(folder, reachable(folder)).check(CLASSES);
  }

  @Test
  void everyClassIsInAFolderOfTheTable() {
    String[] folders = folders().map(folder -> ROOT + folder + "..").toArray(String[]::new);
    classes().should().resideInAnyPackage(folders).check(CLASSES);
  }

  /**
   * Checks that packages have no cyclic dependencies. With acyclic dependencies, a reader can read
   * each package after the packages that it uses.
   */
  @Test
  void noPackagesUseEachOtherInACircle() {
    slices().matching(ROOT + "(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void theRulesBite() {
    assertFalse(CLASSES.isEmpty());
    assertThrows(AssertionError.class, () -> rule("benchmarks", Set.of("api")).check(CLASSES));
    assertTrue(reachable("processor").contains("reorder"));
    assertFalse(reachable("storage").contains("reorder"));
    assertThrows(
        AssertionError.class,
        () ->
            slices()
                .matching("com.tngtech.archunit.(**)")
                .should()
                .beFreeOfCycles()
                .check(new ClassFileImporter().importPackages("com.tngtech.archunit.core")));
  }

  private static ArchRule rule(String folder, Set<String> mayUse) {
    String[] allowed =
        Stream.concat(Stream.of(folder), mayUse.stream())
            .map(name -> ROOT + name + "..")
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(ROOT + folder + "..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(allowed).or(not(resideInAPackage("dev.yardmaster.."))))
        .allowEmptyShould(true);
  }

  private static Set<String> reachable(String folder) {
    Set<String> reached = new HashSet<>();
    for (String direct : MAY_USE.get(folder)) {
      if (reached.add(direct)) {
        reached.addAll(reachable(direct));
      }
    }
    return reached;
  }
}
