package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.Protocols;
import java.util.ArrayList;
import java.util.List;

/** Wraps a protocol and records the age of each attempt. One thread uses it. */
public final class RecordedAges {

  private final List<Long> ages = new ArrayList<>();
  private final Protocol protocol;

  /** Wraps the protocol with the given name. */
  public RecordedAges(String name, int workers) {
    protocol =
        new BrokenProtocol(
            Protocols.named(name, workers),
            (real, worker) ->
                new ForwardingControl(real, worker) {
                  @Override
                  public void begin(Attempt attempt) {
                    ages.add(attempt.age());
                    super.begin(attempt);
                  }
                });
  }

  /** Returns the protocol. */
  public Protocol protocol() {
    return protocol;
  }

  /** Returns the ages of all attempts until now, in units of {@link WorkerContext#MAX_WORKERS}. */
  public List<Long> units() {
    return ages.stream().map(age -> age / WorkerContext.MAX_WORKERS).toList();
  }
}
