package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.disk.ForwardingDisk;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A disk that behaves like a full disk while its {@link DiskSpace} has no room: a write stores a
 * part of its bytes and then fails.
 */
final class FillableDisk extends ForwardingDisk {

  private final DiskSpace space;

  FillableDisk(Disk disk, DiskSpace space) {
    super(disk);
    this.space = space;
  }

  @Override
  public DiskFile create(String name) throws IOException {
    if (space.refuses(name)) {
      throw new NoSpaceException();
    }
    return super.create(name);
  }

  @Override
  protected void write(String name, DiskFile file, ByteBuffer source, long position)
      throws IOException {
    if (space.refuses(name)) {
      file.write(source.limit(source.position() + source.remaining() / 2), position);
      throw new NoSpaceException();
    }
    super.write(name, file, source, position);
  }
}
