package dev.yardmaster.jdbc.figures;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.lang.ref.WeakReference;
import java.util.Objects;

/**
 * Reports each wait of a transaction as a Micrometer observation named {@code
 * yardmaster.jdbc.wait}, with the tag {@code database}. A transaction waits for its turn, or for a
 * lease of hot rows. With a tracing handler, the wait is a span of the current trace, which shows
 * why a statement took longer. A transaction of the driver or a DataSource that does not wait has
 * no observation. Each transaction of a {@link dev.yardmaster.jdbc.JdbcScheduler} has an
 * observation, from its submission until it starts or is refused. The value of the tag is then the
 * scheduler's name.
 *
 * <pre>{@code
 * new JdbcObservations(registry).start();
 * }</pre>
 *
 * <p>Micrometer is an optional dependency: only this class and {@link JdbcMeters} need it.
 */
public final class JdbcObservations {

  /** The name of the observation, and of its timer. */
  public static final String NAME = "yardmaster.jdbc.wait";

  private final WeakReference<ObservationRegistry> registry;

  /** Creates observations in this registry. */
  public JdbcObservations(ObservationRegistry registry) {
    this.registry = new WeakReference<>(Objects.requireNonNull(registry, "registry"));
  }

  /**
   * Begins to observe all databases and schedulers of the process, including those that are added
   * later. Only one registry at a time gets observations: if an object with another registry calls
   * this method, the first registry gets no more observations. The databases do not prevent the
   * garbage collection of the registry.
   */
  public void start() {
    ScheduledDatabases.listen(
        new DatabaseListener() {
          @Override
          public void added(String name, ScheduledDatabase database) {
            database.observeWaits(() -> begin(name));
          }

          @Override
          public void removed(String name) {}
        });
    RunningSchedulers.listen((name, scheduler) -> scheduler.observeWaits(() -> begin(name)));
  }

  private Runnable begin(String database) {
    ObservationRegistry present = registry.get();
    if (present == null) {
      return () -> {};
    }
    Observation wait =
        Observation.createNotStarted(NAME, present)
            .contextualName("wait for a turn")
            .lowCardinalityKeyValue("database", database)
            .start();
    return wait::stop;
  }
}
