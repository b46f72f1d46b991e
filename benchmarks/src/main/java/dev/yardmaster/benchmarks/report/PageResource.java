package dev.yardmaster.benchmarks.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** The parts that an HTML page is put together from, read from the class path. */
final class PageResource {

  private static final String CHART_JS_ARTIFACT =
      "META-INF/maven/org.webjars.npm/chart.js/pom.properties";
  private static final String CHART_JS_FOLDER = "META-INF/resources/webjars/chart.js/";
  private static final String CHART_JS_FILE = "/dist/chart.umd.min.js";

  private PageResource() {}

  /** A text beside this class. */
  static String text(String name) {
    return read("dev/yardmaster/benchmarks/report/" + name);
  }

  /** Chart.js in its form for a script element, without the reference to its source map. */
  static String chartJs() {
    Properties artifact = new Properties();
    try (InputStream in = open(CHART_JS_ARTIFACT)) {
      artifact.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read(CHART_JS_FOLDER + artifact.getProperty("version") + CHART_JS_FILE)
        .replaceAll("(?m)^//# sourceMappingURL=.*$", "");
  }

  private static String read(String path) {
    try (InputStream in = open(path)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String path) {
    InputStream in = PageResource.class.getClassLoader().getResourceAsStream(path);
    if (in == null) {
      throw new IllegalStateException("not on the class path: " + path);
    }
    return in;
  }
}
