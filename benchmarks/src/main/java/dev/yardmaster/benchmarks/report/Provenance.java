package dev.yardmaster.benchmarks.report;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What a reader needs to know to repeat a run: where, how and from which sources it was measured.
 *
 * @param command the command line, without secrets
 * @param begun when the run began, in seconds
 */
public record Provenance(
    String command, SourceRevision revision, MachineDescription machine, Instant begun) {

  /** Returns the provenance of a run that begins now, in this process. */
  public static Provenance of(String command) {
    return new Provenance(
        command,
        SourceRevision.current(),
        MachineDescription.current(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }
}
