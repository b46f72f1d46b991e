package dev.yardmaster.storage.log.backup;

import java.util.List;

/**
 * The result of a salvage.
 *
 * @param missing the parts that could not be salvaged; empty if the directory was intact
 * @param entries the number of entries that were taken from the checkpoint
 * @param transactions the number of transactions that were taken from the log after the checkpoint
 * @param lastVersion an upper bound of the versions of the salvaged commits
 */
public record Salvaged(List<Missing> missing, long entries, long transactions, long lastVersion) {

  /** The value of {@code before} if the version is not known. */
  public static final long UNKNOWN = -1;

  /**
   * A part of a directory that could not be salvaged, because it is missing or damaged.
   *
   * @param file the name of the file
   * @param from the position of the part's first byte
   * @param to the position after the part's last byte; equal to {@code from} if the whole part is
   *     missing
   * @param after a version; only commits above it are affected
   * @param before a version; only commits below it are affected; {@link #UNKNOWN} if this version
   *     is not known
   * @param what a description of the damage
   */
  public record Missing(String file, long from, long to, long after, long before, String what) {}

  /** Copies the list, so that the record is immutable. */
  public Salvaged {
    missing = List.copyOf(missing);
  }
}
