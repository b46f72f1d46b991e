package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.Protocols;

/**
 * One side of a comparison.
 *
 * @param protocol a name of {@link Protocols}
 */
public record EngineSide(String protocol, Scheduling scheduling) {

  /**
   * The side of a label: a protocol's name, with {@code +rc} or {@code +hold} behind it for a
   * scheduler.
   *
   * @throws IllegalArgumentException if there is no such protocol
   */
  public static EngineSide parse(String label) {
    Scheduling scheduling = Scheduling.of(label);
    String protocol = label.substring(0, label.length() - scheduling.suffix().length());
    if (!Protocols.names().contains(protocol)) {
      throw new IllegalArgumentException(
          "'"
              + label
              + "' is not a protocol: "
              + String.join(", ", Protocols.names())
              + ", each also with +rc or +hold");
    }
    return new EngineSide(protocol, scheduling);
  }

  /** As {@link #parse} takes it. */
  public String label() {
    return protocol + scheduling.suffix();
  }

  /** The protocol, new, for one engine of so many workers. */
  Protocol newProtocol(int workers) {
    return Protocols.named(protocol, workers);
  }

  /** Whether a scheduler stands in front. */
  public boolean isScheduled() {
    return scheduling != Scheduling.PLAIN;
  }
}
