package dev.yardmaster.storage.log;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;

/** Which layout a file has, so that one of another release is not taken for damaged. */
final class FormatVersion {

  private FormatVersion() {}

  static void check(String file, int found, int supported) {
    if (found != supported) {
      throw new YardmasterException(
          ErrorCode.DAMAGED,
          "the file is whole, but of a format version that this release does not read",
          "file",
          file,
          "version",
          found,
          "supported",
          supported);
    }
  }
}
