package dev.yardmaster.storage.hbase;

import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.table.TableProvider;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * The file that connects a data directory with its table. Backups do not contain the file, so a
 * restored directory never takes the table of the original directory.
 *
 * @param id the identity of the directory, which is also stored in the table
 * @param epoch the number of starts
 * @param created whether the directory has already taken its table, so that the table must contain
 *     the row of the owner
 */
record OwnerFile(UUID id, long epoch, boolean created) {

  static final String NAME = TableProvider.HBASE_OWNER;
  private static final String NEW = NAME + ".new";
  private static final int BYTES = 3 * Long.BYTES + 1;

  /**
   * Reads the file in a folder. If there is no file, returns a new identity without any starts.
   *
   * @throws IOException if the folder contains a table on disk, or an incomplete file
   */
  static OwnerFile read(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      if (Files.exists(folder.resolve("CURRENT"))) {
        throw new IOException(
            "the data are in a table on disk, so the service must be started with storage on disk:"
                + " table="
                + folder);
      }
      return new OwnerFile(UUID.randomUUID(), 0, false);
    }
    ByteBuffer source = ByteBuffer.wrap(Files.readAllBytes(file));
    if (source.remaining() != BYTES) {
      throw new IOException(
          file + " is damaged: bytes=" + source.remaining() + ", expected=" + BYTES);
    }
    return new OwnerFile(
        new UUID(source.getLong(), source.getLong()), source.getLong(), source.get() != 0);
  }

  OwnerFile nextEpoch() {
    return new OwnerFile(id, epoch + 1, created);
  }

  OwnerFile isCreated() {
    return new OwnerFile(id, epoch, true);
  }

  /** Returns an owner for this start, with a new random number. */
  TableState.Owner newOwner() {
    return new TableState.Owner(id, epoch, UUID.randomUUID().getLeastSignificantBits());
  }

  /** Replaces the file in a folder. When this method returns, the new file is on disk. */
  void write(Path folder) throws IOException {
    FileDisk.createDirectories(folder.toAbsolutePath());
    ByteBuffer bytes =
        ByteBuffer.allocate(BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .putLong(epoch)
            .put((byte) (created ? 1 : 0))
            .flip();
    Path unfinished = folder.resolve(NEW);
    try (FileChannel file =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(true);
    }
    Files.move(
        unfinished,
        folder.resolve(NAME),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    }
  }
}
