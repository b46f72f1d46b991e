package dev.yardmaster.server.procedures;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import java.io.Closeable;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.JarFile;

/** One jar of procedures with its class loader. */
final class ProcedureJar implements Closeable {

  private static final String PROVIDERS = "META-INF/services/" + Procedure.class.getName();

  private final Path file;
  private final URLClassLoader loader;

  private ProcedureJar(Path file, URLClassLoader loader) {
    this.file = file;
    this.loader = loader;
  }

  static ProcedureJar open(Path file) {
    if (!Files.isRegularFile(file)) {
      throw bad("there is no such jar", null, file);
    }
    try (JarFile jar = new JarFile(file.toFile())) {
      if (jar.getEntry(PROVIDERS) == null) {
        throw bad("the jar names no procedure: it has no " + PROVIDERS, null, file);
      }
    } catch (IOException e) {
      throw bad("the file is no jar: " + e.getMessage(), e, file);
    }
    try {
      URL[] urls = {file.toUri().toURL()};
      return new ProcedureJar(
          file,
          new URLClassLoader("procedures of " + file, urls, Procedure.class.getClassLoader()));
    } catch (MalformedURLException e) {
      throw bad("the jar has no URL", e, file);
    }
  }

  /** Creates one object of each class that the jar names. The result has at least one procedure. */
  List<LoadedProcedure> load() {
    List<LoadedProcedure> procedures = new ArrayList<>();
    Iterator<ServiceLoader.Provider<Procedure<?, ?>>> providers = services().stream().iterator();
    try {
      while (providers.hasNext()) {
        ServiceLoader.Provider<Procedure<?, ?>> provider = providers.next();
        // The loader also sees the application's own providers, which do not belong to this jar.
        if (provider.type().getClassLoader() == loader) {
          procedures.add(LoadedProcedure.of(file, provider.get()));
        }
      }
    } catch (ServiceConfigurationError e) {
      // The error's message names the class; its cause is the exception that the class threw.
      String cause = e.getCause() == null ? "" : ": " + e.getCause();
      throw bad("a procedure cannot be loaded: " + e.getMessage() + cause, e, file);
    } catch (LinkageError e) {
      throw bad("a procedure cannot be loaded: " + e, e, file);
    }
    if (procedures.isEmpty()) {
      throw bad("the jar names no procedure of its own in " + PROVIDERS, null, file);
    }
    return procedures;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // A class literal has no type arguments.
  private ServiceLoader<Procedure<?, ?>> services() {
    return (ServiceLoader) ServiceLoader.load(Procedure.class, loader);
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }

  private static YardmasterException bad(String text, Throwable cause, Path file) {
    return new YardmasterException(ErrorCode.BAD_CONFIG, text, cause, "jar", file);
  }
}
