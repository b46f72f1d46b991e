package dev.yardmaster.server.security;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Reads files with restricted permissions. On file systems with POSIX permissions, the class
 * refuses a file that all users can read, or that a user other than the owner can write. The class
 * also gives the attributes for new files that only their owner can read and write.
 */
public final class SecretFile {

  private static final long MAX_BYTES = 16 << 20;
  private static final Set<PosixFilePermission> TOO_OPEN =
      EnumSet.of(
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE,
          PosixFilePermission.GROUP_WRITE);

  private SecretFile() {}

  /** Returns the attributes of a new file that only its owner can read and write. */
  public static FileAttribute<?>[] forOwnerAlone() {
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /**
   * Returns the text of a secret file.
   *
   * @param option the option that names the file, for error messages
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the file cannot be read, or if its
   *     permissions are too open
   */
  static String read(String option, Path file) {
    checkPermissions(option, file);
    return readPublic(option, file);
  }

  /** Returns the text of a file that is not secret. */
  static String readPublic(String option, Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw bad("the file is longer than " + MAX_BYTES + " bytes", option, file);
      }
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw bad("there is no such file", option, file);
    } catch (CharacterCodingException e) {
      throw bad("the file is not text in UTF-8", option, file);
    } catch (IOException e) {
      throw bad("the file cannot be read: " + e.getClass().getSimpleName(), option, file);
    }
  }

  static void checkPermissions(String option, Path file) {
    Set<PosixFilePermission> permissions;
    try {
      permissions = Files.getPosixFilePermissions(file);
    } catch (UnsupportedOperationException | IOException e) {
      // Either the file system has no POSIX permissions, or the file is missing and the read that
      // follows will fail.
      return;
    }
    if (permissions.stream().anyMatch(TOO_OPEN::contains)) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "the file has secrets, but its permissions are too open: chmod 600 it",
          option,
          file,
          "permissions",
          PosixFilePermissions.toString(permissions));
    }
  }

  static YardmasterException bad(String text, String option, Path file) {
    return new YardmasterException(ErrorCode.BAD_CONFIG, text, option, file);
  }
}
