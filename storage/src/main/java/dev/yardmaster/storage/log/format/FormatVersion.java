package dev.yardmaster.storage.log.format;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;

/**
 * Checks a file's format version, so that the error for a file of a newer release differs from the
 * error for a damaged file.
 */
final class FormatVersion {

  private FormatVersion() {}

  /**
   * Checks that a format version is between 1 and the newest version that this release can read.
   */
  static void check(String file, int found, int supported) {
    if (found < 1 || found > supported) {
      throw new YardmasterException(
          ErrorCode.DAMAGED,
          "the file is intact, but this release does not read its format version",
          "file",
          file,
          "version",
          found,
          "supported",
          supported);
    }
  }
}
