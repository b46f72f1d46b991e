package dev.yardmaster.stress;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;

/**
 * Finds the test classes on the class path instead of in the list that jcstress's processor writes.
 */
final class StressClasses {

  private StressClasses() {}

  /** Returns the names of all classes of this module that are stress tests. */
  static Set<String> names() throws IOException, URISyntaxException, ClassNotFoundException {
    Path classes =
        Path.of(HandOver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Path> files;
    try (Stream<Path> walk = Files.walk(classes)) {
      files = walk.filter(file -> file.toString().endsWith("Stress.class")).toList();
    }
    Set<String> names = new TreeSet<>();
    for (Path file : files) {
      String path = classes.relativize(file).toString();
      String name = path.substring(0, path.length() - ".class".length());
      names.add(name.replace(file.getFileSystem().getSeparator(), "."));
    }
    for (String name : names) {
      if (!load(name).isAnnotationPresent(JCStressTest.class)) {
        throw new AssertionError(
            "the class has the name of a stress test, but is not a " + "stress test: " + name);
      }
    }
    return names;
  }

  /**
   * Returns the number of threads that a test needs at once. jcstress skips a test that needs more
   * cores than the machine has.
   */
  static long actors(String name) throws ClassNotFoundException {
    Method[] methods = load(name).getDeclaredMethods();
    return Arrays.stream(methods).filter(it -> it.isAnnotationPresent(Actor.class)).count();
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name, false, StressClasses.class.getClassLoader());
  }
}
