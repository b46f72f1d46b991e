package dev.yardmaster.server.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The attributes by which a change of a file is detected. */
record FileStamp(Object fileKey, long modifiedNs, long bytes) {

  /**
   * Reads the attributes of a file; empty if they cannot be read. The caller must read the
   * attributes before the content of the file. A later check then detects a change that happened
   * during the read.
   */
  static Optional<FileStamp> of(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(
          new FileStamp(
              attributes.fileKey(),
              attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
              attributes.size()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
