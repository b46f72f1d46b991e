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
 * The file by which a data directory knows its table. Backups do not have it, so a restored
 * directory never takes the table of the directory that was backed up.
 *
 * @param id the identity of the directory, which the table has as well
 * @param epoch the number of starts
 * @param created whether the row of the owner was in the table
 */
record OwnerFile(UUID id, long epoch, boolean created) {

  static final String NAME = TableProvider.HBASE_OWNER;
  private static final String NEW = NAME + ".new";
  private static final int BYTES = 3 * Long.BYTES + 1;

  /**
   * Reads the file of a folder; without one, returns a new identity that has never started.
   *
   * @throws IOException if the folder has another table, or a file that is not complete
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

  /** Returns the owner that this start is; each call is another start. */
  TableState.Owner newOwner() {
    return new TableState.Owner(id, epoch, UUID.randomUUID().getLeastSignificantBits());
  }

  /** Replaces the file of a folder; the effect is durable. */
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
