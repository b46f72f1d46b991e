package dev.yardmaster.replication.pipeline;

import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointReader;
import dev.yardmaster.storage.log.format.CheckpointWriter;
import dev.yardmaster.storage.log.format.TableNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The checkpoint in a snapshot of a replica. The owner of the stores calls the methods. */
final class ReplicaCheckpoint {

  private ReplicaCheckpoint() {}

  /**
   * The position in the log at which a checkpoint was written.
   *
   * @param version the last version of the last group that counted
   * @param completeFrom the lowest version at which the checkpoint and the log together contain the
   *     complete state; above {@code version} if writes of later groups have already changed the
   *     entries that a leader copies
   * @param horizonMs the time, in ms since 1970, before which outcomes of transaction ids may have
   *     been dropped
   */
  record Position(long version, long completeFrom, long horizonMs) {}

  /** Writes a checkpoint with the newest values of the stores. */
  static void write(Disk disk, List<VersionedStore> stores, int maxValueBytes, Position position)
      throws IOException {
    CheckpointFormat.Header header = new CheckpointFormat.Header(1, position.version());
    try (CheckpointWriter writer =
        new CheckpointWriter(disk, header, CheckpointWriter.newBlock(maxValueBytes))) {
      for (VersionedStore store : stores) {
        store.scan(
            null,
            null,
            entry -> {
              add(writer, entry);
              return true;
            });
      }
      long unused = writer.finish(position.horizonMs(), position.completeFrom());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void add(CheckpointWriter writer, VersionedStore.Entry entry) {
    try {
      writer.add(entry.key(), entry.value(), entry.version());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads the checkpoint of a disk.
   *
   * @param entries receives the entries
   * @throws IOException if the disk has no checkpoint, or the checkpoint is damaged
   */
  static Position read(Disk disk, Recovery.Sink entries) throws IOException {
    String name =
        disk.list().stream()
            .filter(CheckpointFormat::isFileName)
            .findFirst()
            .orElseThrow(() -> new IOException(disk.name() + " has no checkpoint"));
    try (CheckpointReader reader = CheckpointReader.open(disk, name, new TableNames())) {
      boolean intact = reader.header() != null && reader.read(entries);
      if (!intact) {
        throw new IOException(name + " in " + disk.name() + " is damaged at " + reader.position());
      }
      entries.complete();
      return new Position(reader.header().watermark(), reader.completeFrom(), reader.horizonMs());
    }
  }
}
