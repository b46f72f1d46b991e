package dev.yardmaster.proof.wirefuzz;

import dev.yardmaster.wire.WireProtocol;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The bytes of one client, divided into segments as a network may deliver them.
 *
 * @param segments the segments in order; none is empty
 * @param vanishes whether the client disconnects silently at the end; otherwise it waits until the
 *     server closes the connection
 */
record FuzzInput(List<byte[]> segments, boolean vanishes) {

  private static final int[] ODD_LENGTHS = {
    0,
    1,
    -1,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    WireProtocol.MAX_HELLO_BYTES,
    WireProtocol.MAX_HELLO_BYTES + 1,
    FuzzLimits.MAX_FRAME_BYTES,
    FuzzLimits.MAX_FRAME_BYTES + 1
  };

  /** The shortest request that must be answered: a request with an id and without a body. */
  private static final byte[] EMPTY_REQUEST = {(2 << 3) | 2, 2, 1 << 3, 1};

  private static final int MAX_EMPTY_REQUESTS = 4_000;
  private static final int LONGEST_BYTE_BY_BYTE = 600;

  /** Draws an input; equal seeds give equal inputs. */
  static FuzzInput draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] stream = stream(random);
    return new FuzzInput(segments(stream, random), random.nextBoolean());
  }

  /** Returns all bytes in one array. */
  byte[] bytes() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    segments.forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static byte[] stream(SplittableRandom random) {
    if (random.nextInt(16) == 0) {
      byte[] garbage = new byte[random.nextInt(200)];
      random.nextBytes(garbage);
      return garbage;
    }
    List<byte[]> frames = new ArrayList<>(ClientScript.draw(random));
    FrameMutation mutation = new FrameMutation(random);
    // One in eight inputs is not corrupted, because well-formed requests must be answered.
    int changes = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(3);
    int lyingFrame = -1;
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(frames.size());
      switch (random.nextInt(16)) {
        case 0 -> frames.add(at, frames.get(random.nextInt(frames.size())));
        case 1 -> {
          if (frames.size() > 1) {
            frames.remove(at);
          }
        }
        case 2 -> frames.add(at, frames.remove(random.nextInt(frames.size())));
        case 3 -> frames.add(at, new byte[0]);
        case 4 -> {
          if (random.nextInt(8) == 0) {
            frames.add(1 + random.nextInt(frames.size()), emptyRequests(random));
          }
        }
        case 5 -> frames.set(at, flipped(frames.get(at), random));
        case 6 -> lyingFrame = at;
        default -> frames.set(at, mutation.mutate(frames.get(at)));
      }
    }
    byte[] stream = joined(frames, lyingFrame, random);
    return random.nextInt(8) == 0 ? Arrays.copyOf(stream, random.nextInt(stream.length)) : stream;
  }

  private static byte[] emptyRequests(SplittableRandom random) {
    byte[] frame = new byte[EMPTY_REQUEST.length * random.nextInt(MAX_EMPTY_REQUESTS)];
    for (int i = 0; i < frame.length; i++) {
      frame[i] = EMPTY_REQUEST[i % EMPTY_REQUEST.length];
    }
    return frame;
  }

  private static byte[] flipped(byte[] frame, SplittableRandom random) {
    byte[] changed = frame.clone();
    for (int i = 0; changed.length > 0 && i < 1 + random.nextInt(4); i++) {
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return changed;
  }

  private static byte[] joined(List<byte[]> frames, int lyingFrame, SplittableRandom random) {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (int i = 0; i < frames.size(); i++) {
      int length = frames.get(i).length;
      if (i == lyingFrame) {
        length =
            random.nextBoolean()
                ? ODD_LENGTHS[random.nextInt(ODD_LENGTHS.length)]
                : length + random.nextInt(9) - 4;
      }
      stream.writeBytes(ByteBuffer.allocate(WireProtocol.LENGTH_BYTES).putInt(length).array());
      stream.writeBytes(frames.get(i));
    }
    return stream.toByteArray();
  }

  private static List<byte[]> segments(byte[] stream, SplittableRandom random) {
    List<byte[]> segments = new ArrayList<>();
    int kind = random.nextInt(8);
    int at = 0;
    while (at < stream.length) {
      int length;
      if (kind == 0 && stream.length <= LONGEST_BYTE_BY_BYTE) {
        length = 1;
      } else if (kind < 4) {
        length = 1 + random.nextInt(stream.length);
      } else {
        length = stream.length;
      }
      int end = Math.min(stream.length, at + length);
      segments.add(Arrays.copyOfRange(stream, at, end));
      at = end;
    }
    return segments;
  }
}
