package dev.yardmaster.server.procedures;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The procedures of several jars. Each jar has its own class loader, whose parent is the
 * application's class loader. The classes of one jar are therefore not visible to the other jars.
 * {@link #close} releases the jars. Call {@code close} only after the service that runs the
 * procedures is closed.
 */
public final class ProcedureJars implements AutoCloseable {

  private final List<ProcedureJar> jars = new ArrayList<>();
  private final List<Procedure<?, ?>> procedures = new ArrayList<>();
  private final List<String> names = new ArrayList<>();

  private ProcedureJars() {}

  /**
   * Loads the procedures of all given jars.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG}, which names the jar and the class, if
   *     a file is missing, is not a jar, or names no procedure; if a named class is missing, is not
   *     a procedure, or throws an exception; if a service would not register the procedure; or if
   *     two procedures have the same name
   */
  public static ProcedureJars load(List<Path> files) {
    ProcedureJars loaded = new ProcedureJars();
    try {
      Map<String, LoadedProcedure> byName = new HashMap<>();
      for (Path file : files) {
        ProcedureJar jar = ProcedureJar.open(file);
        loaded.jars.add(jar);
        for (LoadedProcedure procedure : jar.load()) {
          procedure.check();
          LoadedProcedure earlier = byName.putIfAbsent(procedure.name(), procedure);
          if (earlier != null) {
            throw procedure.bad("the name is taken by " + earlier);
          }
          loaded.names.add(procedure.name());
          loaded.procedures.add(procedure.procedure());
        }
      }
      return loaded;
    } catch (Throwable thrown) {
      loaded.close();
      throw thrown;
    }
  }

  /** Returns the procedures, in the order of the jars. */
  public List<Procedure<?, ?>> procedures() {
    return List.copyOf(procedures);
  }

  /** Returns the names of the procedures, in the order of {@link #procedures}. */
  public List<String> names() {
    return List.copyOf(names);
  }

  @Override
  public void close() {
    for (ProcedureJar jar : jars) {
      try {
        jar.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
