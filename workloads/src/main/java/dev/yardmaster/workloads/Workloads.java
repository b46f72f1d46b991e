package dev.yardmaster.workloads;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * The workloads of a class path. {@link #close} releases the class path. Call {@code close} only
 * after the last run.
 */
public final class Workloads implements AutoCloseable {

  private final Map<String, WorkloadFactory> byName = new TreeMap<>();
  private final Map<String, Procedure<?, ?>> procedures = new LinkedHashMap<>();
  private final URLClassLoader classes;

  private Workloads(URLClassLoader classes) {
    this.classes = classes;
  }

  /**
   * Finds the workloads of the application's class path, and of further directories and jars.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if a directory or jar is missing, if a
   *     workload cannot be created, or if two workloads or two procedures have the same name
   */
  public static Workloads on(List<Path> classPath) {
    URL[] urls = classPath.stream().map(Workloads::url).toArray(URL[]::new);
    Workloads found =
        new Workloads(new URLClassLoader(urls, WorkloadFactory.class.getClassLoader()));
    try {
      ServiceLoader.load(WorkloadFactory.class, found.classes).forEach(found::add);
      ServiceLoader.load(Procedure.class, found.classes).forEach(found::add);
      return found;
    } catch (ServiceConfigurationError e) {
      found.close();
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "a workload cannot be created: " + e.getMessage(), e);
    } catch (Throwable thrown) {
      found.close();
      throw thrown;
    }
  }

  private static URL url(Path path) {
    if (!Files.isReadable(path)) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "a directory or jar of the class path is missing", "path", path);
    }
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e); // Every path of a file system has a URL.
    }
  }

  private void add(WorkloadFactory factory) {
    if (byName.putIfAbsent(factory.name(), factory) != null) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "two workloads have the same name", "name", factory.name());
    }
    factory.procedures().forEach(this::add);
  }

  private void add(Procedure<?, ?> procedure) {
    Procedure<?, ?> earlier = procedures.putIfAbsent(procedure.name(), procedure);
    if (earlier != null && earlier.getClass() != procedure.getClass()) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "two procedures have the same name", "name", procedure.name());
    }
  }

  /** Returns the workloads, ordered by their names. */
  public Collection<WorkloadFactory> all() {
    return List.copyOf(byName.values());
  }

  /**
   * Returns the workload of a name.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG}, with the names of all workloads, if
   *     there is no workload of this name
   */
  public WorkloadFactory named(String name) {
    WorkloadFactory factory = byName.get(name);
    if (factory == null) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "no such workload; the workloads are " + String.join(", ", byName.keySet()),
          "workload",
          name);
    }
    return factory;
  }

  /** Returns the procedures of all workloads, for a server that runs any of them. */
  public List<Procedure<?, ?>> procedures() {
    return new ArrayList<>(procedures.values());
  }

  @Override
  public void close() {
    try {
      classes.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
