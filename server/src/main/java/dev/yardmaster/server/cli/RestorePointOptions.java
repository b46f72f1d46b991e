package dev.yardmaster.server.cli;

import dev.yardmaster.storage.log.backup.RestorePoint;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options for the point up to which commits are restored. */
final class RestorePointOptions {

  @Option(
      names = "--to-version",
      paramLabel = "<version>",
      converter = Version.class,
      description = "The last commit version to restore. Default: all commits.")
  private Long version;

  @Option(
      names = "--to-time",
      paramLabel = "<time>",
      converter = Time.class,
      description =
          "The last time to restore, in ISO-8601 with a zone; the restored commits end "
              + "before the first commit that was written later. Default: all commits.")
  private Instant time;

  RestorePoint until() {
    if (time != null) {
      return RestorePoint.time(time.toEpochMilli());
    }
    return version == null ? RestorePoint.NEWEST : RestorePoint.version(version);
  }

  /** A commit version. */
  static final class Version implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        long version = Long.parseLong(text);
        if (version >= 0) {
          return version;
        }
      } catch (NumberFormatException e) {
        // The exception below also reports a text that is not a number.
      }
      throw new TypeConversionException("'" + text + "' is not a commit version, 0 or higher");
    }
  }

  /** A time with a zone. */
  static final class Time implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
      try {
        return OffsetDateTime.parse(text).toInstant();
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'" + text + "' is not a time with a zone like 2026-03-01T17:30:00Z");
      }
    }
  }
}
