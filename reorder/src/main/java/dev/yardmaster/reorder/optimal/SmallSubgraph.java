package dev.yardmaster.reorder.optimal;

import java.util.Arrays;

/**
 * Copies a subgraph of at most 64 vertices from a graph of bits into rows of one word. The vertices
 * get new numbers.
 *
 * <p>If the subgraph has few vertices, its few edges are copied one by one. Otherwise the matrix is
 * transposed to reorder its columns, because rows are cheaper to reorder. A block of 64 by 64 bits
 * is transposed by exchanging half words of rows, then quarter words, and so on (Warren, Hacker's
 * Delight).
 */
final class SmallSubgraph {
  private static final int FEW = 12;

  private final long[] block = new long[Long.SIZE];

  /**
   * Copies a subgraph.
   *
   * @param fromIn the transpose of {@code fromOut}
   * @param words the number of words in a row of the graph
   * @param origin the vertex of each new number
   * @param size the number of vertices
   */
  void copy(
      long[] fromOut, long[] fromIn, int words, int[] origin, int size, long[] out, long[] in) {
    if (size <= FEW) {
      copyEdges(fromOut, fromIn, words, origin, size, out, in);
    } else {
      copyBlocks(fromOut, words, origin, size, out, in);
    }
  }

  private void copyEdges(
      long[] fromOut, long[] fromIn, int words, int[] origin, int size, long[] out, long[] in) {
    for (int i = 0; i < size; i++) {
      long after = 0;
      long before = 0;
      for (int j = 0; j < size; j++) {
        int at = origin[i] * words + (origin[j] >>> 6);
        after |= ((fromOut[at] >>> origin[j]) & 1) << j;
        before |= ((fromIn[at] >>> origin[j]) & 1) << j;
      }
      out[i] = after;
      in[i] = before;
    }
  }

  private void copyBlocks(
      long[] fromOut, int words, int[] origin, int size, long[] out, long[] in) {
    for (int word = 0; word < words; word++) {
      boolean any = false;
      for (int i = 0; i < size; i++) {
        block[i] = fromOut[origin[i] * words + word];
        any |= origin[i] >>> 6 == word;
      }
      if (any) {
        Arrays.fill(block, size, Long.SIZE, 0);
        transpose(block);
        for (int i = 0; i < size; i++) {
          if (origin[i] >>> 6 == word) {
            in[i] = block[origin[i] & 63];
          }
        }
      }
    }
    System.arraycopy(in, 0, block, 0, size);
    Arrays.fill(block, size, Long.SIZE, 0);
    transpose(block);
    System.arraycopy(block, 0, out, 0, size);
  }

  /**
   * Transposes a block of 64 by 64 bits. The last exchanges are between adjacent rows, whose bits
   * are in registers.
   */
  static void transpose(long[] block) {
    exchange(block, 32, 0x00000000FFFFFFFFL);
    exchange(block, 16, 0x0000FFFF0000FFFFL);
    exchange(block, 8, 0x00FF00FF00FF00FFL);
    exchange(block, 4, 0x0F0F0F0F0F0F0F0FL);
    for (int i = 0; i < Long.SIZE; i += 4) {
      long first = block[i];
      long second = block[i + 1];
      long third = block[i + 2];
      long fourth = block[i + 3];
      long a = ((first >>> 2) ^ third) & 0x3333333333333333L;
      long b = ((second >>> 2) ^ fourth) & 0x3333333333333333L;
      first ^= a << 2;
      third ^= a;
      second ^= b << 2;
      fourth ^= b;
      long c = ((first >>> 1) ^ second) & 0x5555555555555555L;
      long d = ((third >>> 1) ^ fourth) & 0x5555555555555555L;
      block[i] = first ^ (c << 1);
      block[i + 1] = second ^ c;
      block[i + 2] = third ^ (d << 1);
      block[i + 3] = fourth ^ d;
    }
  }

  /**
   * Divides the bits of each row into groups of 2 · {@code half}. For each pair of rows with the
   * distance {@code half}, exchanges the upper halves of the groups of one row with the lower
   * halves of the groups of the second row.
   */
  private static void exchange(long[] block, int half, long lower) {
    for (int start = 0; start < Long.SIZE; start += 2 * half) {
      for (int i = start; i < start + half; i++) {
        long exchanged = ((block[i] >>> half) ^ block[i + half]) & lower;
        block[i] ^= exchanged << half;
        block[i + half] ^= exchanged;
      }
    }
  }
}
