package dev.yardmaster.benchmarks.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** A module's pom, as its file states it: nothing is inherited or interpolated. */
record Pom(Path folder, Element project) {

  static final Path ROOT = Path.of("..");

  /** A dependency on another artifact of this project. */
  record Dependency(String artifact, String version, String scope) {}

  static Pom of(Path folder) throws IOException {
    try (var file = Files.newInputStream(folder.resolve("pom.xml"))) {
      return new Pom(
          folder,
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(file)
              .getDocumentElement());
    } catch (SAXException | ParserConfigurationException e) {
      throw new IOException(folder + ": " + e, e);
    }
  }

  /** Returns the poms of all modules, except the root and the BOM. */
  static List<Pom> modules() throws IOException {
    List<Pom> poms = new ArrayList<>();
    for (Element module : children(child(of(ROOT).project, "modules"))) {
      if (!module.getTextContent().equals("bom")) {
        poms.add(of(ROOT.resolve(module.getTextContent())));
      }
    }
    return poms;
  }

  static Pom bom() throws IOException {
    return of(ROOT.resolve("bom"));
  }

  /** Returns the modules that the BOM lists. */
  static List<Pom> published() throws IOException {
    List<String> artifacts = bom().managed().stream().map(Dependency::artifact).toList();
    return modules().stream().filter(pom -> artifacts.contains(pom.text("artifactId"))).toList();
  }

  static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  private static Element child(Element parent, String name) {
    return children(parent).stream()
        .filter(element -> element.getTagName().equals(name))
        .findAny()
        .orElse(null);
  }

  /** Returns the text at a path of elements such as {@code properties/module.name}, or null. */
  String text(String path) {
    Element element = project;
    for (String name : path.split("/", -1)) {
      element = element == null ? null : child(element, name);
    }
    return element == null ? null : element.getTextContent().strip();
  }

  String version() {
    String own = text("version");
    return own == null ? text("parent/version") : own;
  }

  /** Returns the file that the module's build has packaged, which may be missing. */
  Path jar() {
    return folder.resolve("target").resolve(text("artifactId") + "-" + version() + ".jar");
  }

  /**
   * Returns the flattened pom that the profile {@code release} has made from the present poms, or
   * null.
   */
  Path flattened() throws IOException {
    Path flat = folder.resolve("target/.flattened-pom.xml");
    for (Path source : List.of(folder.resolve("pom.xml"), ROOT.resolve("pom.xml"))) {
      if (!Files.exists(flat)
          || Files.getLastModifiedTime(flat).compareTo(Files.getLastModifiedTime(source)) < 0) {
        return null;
      }
    }
    return flat;
  }

  List<Dependency> managed() {
    return ours(child(child(project, "dependencyManagement"), "dependencies"));
  }

  /** Returns the versions of the plugins in {@code pluginManagement}. */
  Map<String, String> pluginVersions() {
    Map<String, String> versions = new HashMap<>();
    Element management = child(child(project, "build"), "pluginManagement");
    for (Element plugin : children(child(management, "plugins"))) {
      versions.put(
          child(plugin, "artifactId").getTextContent(), child(plugin, "version").getTextContent());
    }
    return versions;
  }

  List<Dependency> dependencies() {
    Element dependencies = child(project, "dependencies");
    return dependencies == null ? List.of() : ours(dependencies);
  }

  private static List<Dependency> ours(Element dependencies) {
    List<Dependency> found = new ArrayList<>();
    for (Element dependency : children(dependencies)) {
      if (child(dependency, "groupId").getTextContent().equals("dev.yardmaster")) {
        Element version = child(dependency, "version");
        Element scope = child(dependency, "scope");
        found.add(
            new Dependency(
                child(dependency, "artifactId").getTextContent(),
                version == null ? null : version.getTextContent(),
                scope == null ? null : scope.getTextContent()));
      }
    }
    return found;
  }
}
