package dev.yardmaster.benchmarks.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads the resources of an HTML page, such as its template and style, from the class path. */
final class PageResource {

  private PageResource() {}

  /** Returns a text file from this class's package. */
  static String text(String name) {
    return read("dev/yardmaster/benchmarks/report/" + name);
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
