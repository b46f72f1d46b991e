package dev.yardmaster.benchmarks.report;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The data that a reader needs to repeat a run: the machine, the command and the sources of the
 * measurement.
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
