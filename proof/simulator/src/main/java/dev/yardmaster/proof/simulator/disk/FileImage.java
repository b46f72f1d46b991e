package dev.yardmaster.proof.simulator.disk;

import java.util.Arrays;

/** The bytes of a file. A write after the end extends the file, with zeros in the gap. */
final class FileImage {

  /** The bytes of the file. All bytes at index {@code length} and above are zeros. */
  private byte[] bytes = new byte[0];

  private int length;

  FileImage copy() {
    FileImage copy = new FileImage();
    copy.bytes = Arrays.copyOf(bytes, length);
    copy.length = length;
    return copy;
  }

  int length() {
    return length;
  }

  void write(int position, byte[] source, int offset, int count) {
    if (count > 0) {
      growTo(position + count);
      System.arraycopy(source, offset, bytes, position, count);
    }
  }

  void growTo(int newLength) {
    if (newLength > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(newLength, 2 * bytes.length));
    }
    length = Math.max(length, newLength);
  }

  void cutTo(int newLength) {
    if (newLength < length) {
      Arrays.fill(bytes, newLength, length, (byte) 0);
      length = newLength;
    }
  }

  void flip(int position, int bit) {
    bytes[position] ^= (byte) (1 << bit);
  }

  /** Copies up to {@code count} bytes to an array. Returns the number of copied bytes. */
  int read(int position, byte[] target, int count) {
    int there = Math.max(0, Math.min(count, length - position));
    if (there > 0) {
      System.arraycopy(bytes, position, target, 0, there);
    }
    return there;
  }
}
