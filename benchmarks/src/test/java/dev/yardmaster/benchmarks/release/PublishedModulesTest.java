package dev.yardmaster.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks the poms and the jars of the modules that the BOM lists. */
class PublishedModulesTest {

  @Test
  void theBomHasTheModulesThatAreDeployed() throws IOException {
    List<String> inBom = Pom.bom().managed().stream().map(Pom.Dependency::artifact).toList();
    assertFalse(inBom.isEmpty());
    Set<String> deployed = new HashSet<>();
    for (Pom module : Pom.modules()) {
      if (!"true".equals(module.text("properties/maven.deploy.skip"))) {
        deployed.add(module.text("artifactId"));
      }
    }
    assertEquals(deployed, new HashSet<>(inBom));
    Pom root = Pom.of(Pom.ROOT);
    assertEquals(root.version(), Pom.bom().version());
  }

  /** The BOM has no parent, so it repeats what a repository requires of a pom. */
  @Test
  void theBomDescribesTheProjectAsTheRootDoes() throws IOException {
    Pom root = Pom.of(Pom.ROOT);
    for (String path :
        List.of(
            "url",
            "licenses/license/name",
            "developers/developer/name",
            "scm/connection",
            "scm/url",
            "properties/release.url",
            "properties/release.scm",
            "properties/project.build.outputTimestamp")) {
      assertNotNull(root.text(path), path);
      assertEquals(root.text(path), Pom.bom().text(path), path);
    }
  }

  /** The plugins of the BOM cannot inherit the root's versions either. */
  @Test
  void theBomHasTheVersionsOfTheRootsPlugins() throws IOException {
    Pom root = Pom.of(Pom.ROOT);
    Map<String, String> versions = Pom.bom().pluginVersions();
    assertFalse(versions.isEmpty());
    versions.forEach(
        (plugin, version) -> {
          String property = plugin.replaceAll("^(spotless)-maven-plugin$", "$1") + ".version";
          assertEquals(root.text("properties/" + property), version, plugin);
        });
  }

  @Test
  void aPublishedModuleHasADescriptionAndAModuleName() throws IOException {
    for (Pom module : Pom.modules()) {
      assertNotNull(module.text("name"));
      assertNotNull(module.text("description"));
      if ("true".equals(module.text("properties/maven.deploy.skip"))) {
        assertNull(module.text("properties/module.name"), module.text("name"));
      } else {
        assertNotNull(module.text("properties/module.name"), module.text("name"));
      }
    }
  }

  @Test
  void aPublishedModuleNeedsNoModuleThatIsNotPublished() throws IOException {
    List<String> inBom = Pom.bom().managed().stream().map(Pom.Dependency::artifact).toList();
    Map<String, String> scopes = new HashMap<>();
    Pom.of(Pom.ROOT).managed().forEach(each -> scopes.put(each.artifact(), each.scope()));
    for (Pom module : Pom.published()) {
      for (Pom.Dependency each : module.dependencies()) {
        String scope = each.scope() == null ? scopes.get(each.artifact()) : each.scope();
        if (scope == null) {
          assertEquals(
              List.of(each.artifact()), inBom.stream().filter(each.artifact()::equals).toList());
        }
      }
    }
  }

  @Test
  void eachJarIsAModuleAndNoTwoShareAPackage() throws IOException {
    Map<String, String> owners = new HashMap<>();
    for (Pom module : Packaged.modules()) {
      ModuleDescriptor descriptor =
          ModuleFinder.of(module.jar()).findAll().iterator().next().descriptor();
      assertEquals(module.text("properties/module.name"), descriptor.name());
      for (String name : descriptor.packages()) {
        String other = owners.put(name, descriptor.name());
        assertNull(other, name + " is in " + other + " and in " + descriptor.name());
      }
    }
    assertFalse(owners.isEmpty());
  }
}
