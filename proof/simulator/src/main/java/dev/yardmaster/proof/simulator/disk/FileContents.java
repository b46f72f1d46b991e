package dev.yardmaster.proof.simulator.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The contents of a file: the state that was forced, the changes since then, and the state that a
 * reader sees. In a crash, an unforced write is divided into pieces, and each piece is lost or
 * kept. A piece lies within a page or a sector of the file. A crash never changes bytes that were
 * forced and not written afterwards.
 */
final class FileContents {

  static final int PAGE_BYTES = 4096;
  static final int SECTOR_BYTES = 512;

  /**
   * A write is torn between sectors with the probability 1 in {@value}, and a piece is torn within
   * a sector with this probability too.
   */
  private static final int TORN = 4;

  /** A write; without bytes, a truncation to the length {@code position}. */
  private static final class Change {
    final int position;
    final byte[] bytes;

    Change(int position, byte[] bytes) {
      this.position = position;
      this.bytes = bytes;
    }

    boolean isWrite() {
      return bytes != null;
    }

    void applyTo(FileImage image) {
      if (isWrite()) {
        image.write(position, bytes, 0, bytes.length);
      } else {
        image.cutTo(position);
      }
    }
  }

  private final FileImage forced;
  private final FileImage current;
  private final List<Change> unforced;

  /** Whether the next start loses the data that a failed force did not write. */
  private boolean forgetful;

  FileContents() {
    this(new FileImage(), List.of());
  }

  private FileContents(FileImage forced, List<Change> unforced) {
    this(forced, forced.copy(), unforced);
    unforced.forEach(change -> change.applyTo(current));
  }

  private FileContents(FileImage forced, FileImage current, List<Change> unforced) {
    this.forced = forced;
    this.current = current;
    this.unforced = new ArrayList<>(unforced);
  }

  int length() {
    return current.length();
  }

  int read(int position, byte[] target, int count) {
    return current.read(position, target, count);
  }

  void write(int position, byte[] bytes) {
    change(new Change(position, bytes));
  }

  void cutTo(int length) {
    change(new Change(length, null));
  }

  private void change(Change change) {
    change.applyTo(current);
    unforced.add(change);
  }

  void force() {
    unforced.forEach(change -> change.applyTo(forced));
    unforced.clear();
  }

  /**
   * Fails a force: only some pages are written to the disk. No later force writes the remaining
   * pages, although a reader still sees them. Operating systems behave like this after a failed
   * write-back.
   *
   * @param unseen whether the unwritten pages stay readable even after a restart of the process
   */
  void failForce(boolean unseen, SplittableRandom random) {
    forgetful |= !unseen;
    for (Change change : unforced) {
      if (!change.isWrite()) {
        change.applyTo(forced);
        continue;
      }
      for (int from = 0; from < change.bytes.length; ) {
        int to = pieceEnd(change, from, PAGE_BYTES);
        if (random.nextBoolean()) {
          forced.write(change.position + from, change.bytes, from, to - from);
        }
        from = to;
      }
    }
    unforced.clear();
  }

  /**
   * Returns the index, in the write's bytes, at which a piece of the write ends. The piece begins
   * at {@code from}.
   */
  private static int pieceEnd(Change write, int from, int pieceBytes) {
    int inPiece = (write.position + from) % pieceBytes;
    return Math.min(write.bytes.length, from + pieceBytes - inPiece);
  }

  /** Returns the contents that the next start finds. */
  FileContents afterCrash(CrashStyle style, SplittableRandom random) {
    if (style == CrashStyle.KEPT) {
      return forgetful
          ? new FileContents(forced.copy(), unforced)
          : new FileContents(forced.copy(), current.copy(), unforced);
    }
    FileImage image = forced.copy();
    int shortest = forced.length();
    if (style == CrashStyle.PARTIAL) {
      shortest = keepFirst(image, random);
    } else if (style != CrashStyle.LOST) {
      shortest = keepAny(image, style == CrashStyle.BIT_FLIPPED, random);
    }
    drawLength(image, shortest, random);
    return new FileContents(image, List.of());
  }

  /** Keeps the first few unforced changes. Returns the smallest length that the file may have. */
  private int keepFirst(FileImage image, SplittableRandom random) {
    long written = 0;
    for (Change change : unforced) {
      written += change.isWrite() ? change.bytes.length : 1;
    }
    long left = random.nextLong(written + 1);
    int tear = tear(random);
    int shortest = forced.length();
    for (Change change : unforced) {
      if (!change.isWrite()) {
        if (left < 1) {
          break;
        }
        left--;
        change.applyTo(image);
        shortest = Math.min(shortest, change.position);
      } else if (left >= change.bytes.length) {
        left -= change.bytes.length;
        change.applyTo(image);
      } else {
        int inTear = (int) ((change.position + left) % tear);
        int kept = (int) Math.max(0, left - inTear);
        image.write(change.position, change.bytes, 0, kept);
        break;
      }
    }
    return shortest;
  }

  /**
   * Draws the unit in which a write is torn. The unit is mostly a page, and sometimes a sector or a
   * byte.
   */
  private static int tear(SplittableRandom random) {
    if (random.nextInt(TORN) > 0) {
      return PAGE_BYTES;
    }
    return random.nextBoolean() ? SECTOR_BYTES : 1;
  }

  /**
   * Keeps a random selection of the unforced changes, and of each kept write a random selection of
   * its pieces. Returns the smallest length that the file may have.
   */
  private int keepAny(FileImage image, boolean flipping, SplittableRandom random) {
    int shortest = forced.length();
    for (Change change : unforced) {
      if (change.isWrite()) {
        keepPieces(image, change, flipping, random);
      } else if (random.nextBoolean()) {
        change.applyTo(image);
        shortest = Math.min(shortest, change.position);
      }
    }
    return shortest;
  }

  private static void keepPieces(
      FileImage image, Change write, boolean flipping, SplittableRandom random) {
    int pieceBytes = random.nextInt(TORN) == 0 ? SECTOR_BYTES : PAGE_BYTES;
    for (int from = 0; from < write.bytes.length; ) {
      int to = pieceEnd(write, from, pieceBytes);
      if (random.nextBoolean()) {
        int count = to - from;
        if (random.nextInt(2 * TORN) == 0) {
          count = random.nextInt(count + 1);
        }
        image.write(write.position + from, write.bytes, from, count);
        if (flipping && count > 0) {
          for (int flips = random.nextInt(4); flips > 0; flips--) {
            image.flip(write.position + from + random.nextInt(count), random.nextInt(Byte.SIZE));
          }
        }
      }
      from = to;
    }
  }

  /**
   * Draws the length of the file, because a disk writes the length separately from the data. In
   * half of the cases, the length is that of the kept data.
   */
  private void drawLength(FileImage image, int shortest, SplittableRandom random) {
    if (unforced.isEmpty() || random.nextBoolean()) {
      return;
    }
    int longest = image.length();
    for (Change change : unforced) {
      if (change.isWrite()) {
        longest = Math.max(longest, change.position + change.bytes.length);
      }
    }
    int length = shortest + random.nextInt(longest - shortest + 1);
    image.cutTo(length);
    image.growTo(length);
  }
}
