package dev.yardmaster.server.admin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** The dashboard's files on the class path. */
final class DashboardFiles {

  private static final String CHART_JS_ARTIFACT =
      "META-INF/maven/org.webjars.npm/chart.js/pom.properties";
  private static final String CHART_JS_FOLDER = "META-INF/resources/webjars/chart.js/";
  private static final String CHART_JS_FILE = "/dist/chart.umd.min.js";

  private DashboardFiles() {}

  /** Reads a file of this class's package from the class path. */
  static byte[] own(String name) {
    return read("dev/yardmaster/server/admin/" + name);
  }

  /** Reads Chart.js as a classic script, without the reference to its source map. */
  static byte[] chartJs() {
    Properties artifact = new Properties();
    try (InputStream in = open(CHART_JS_ARTIFACT)) {
      artifact.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String path = CHART_JS_FOLDER + artifact.getProperty("version") + CHART_JS_FILE;
    return new String(read(path), StandardCharsets.UTF_8)
        .replaceAll("(?m)^//# sourceMappingURL=.*$", "")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] read(String path) {
    try (InputStream in = open(path)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String path) {
    InputStream in = DashboardFiles.class.getClassLoader().getResourceAsStream(path);
    if (in == null) {
      throw new IllegalStateException("not on the class path: " + path);
    }
    return in;
  }
}
