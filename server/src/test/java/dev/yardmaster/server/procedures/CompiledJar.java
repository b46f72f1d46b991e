package dev.yardmaster.server.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Builds jars as a user's build would. */
public final class CompiledJar {

  private CompiledJar() {}

  /** Compiles a class and writes a jar that lists the class as a procedure. */
  public static Path of(Path jar, String className, String source) throws IOException {
    Path classes = Files.createTempDirectory(jar.getParent(), "classes");
    Path file = classes.resolve(className.substring(className.lastIndexOf('.') + 1) + ".java");
    Files.writeString(file, source);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                OutputStream.nullOutputStream(),
                null,
                "-cp",
                System.getProperty("java.class.path"),
                "-proc:none",
                "-d",
                classes.toString(),
                file.toString());
    assertEquals(0, failed, source);
    Files.delete(file);
    write(jar, classes, className);
    return jar;
  }

  static void write(Path jar, Path classes, String providers) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      if (providers != null) {
        out.putNextEntry(new JarEntry("META-INF/services/dev.yardmaster.api.Procedure"));
        out.write(providers.getBytes(StandardCharsets.UTF_8));
      }
      for (Path file : files(classes)) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
      }
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> walked = Files.walk(folder)) {
      return walked.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
