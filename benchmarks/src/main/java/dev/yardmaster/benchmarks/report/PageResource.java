package dev.yardmaster.benchmarks.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The parts that an HTML page is put together from, read from the class path. */
final class PageResource {

  private PageResource() {}

  /** A text beside this class. */
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
