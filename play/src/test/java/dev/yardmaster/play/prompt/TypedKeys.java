package dev.yardmaster.play.prompt;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.regex.Pattern;

/**
 * A simulated user, who types keys when the terminal has shown certain texts. The object is the
 * terminal's input and also collects the terminal's output. One thread reads the keys, and another
 * thread writes the output.
 */
final class TypedKeys extends InputStream {

  private static final long DEADLINE_NS = 10_000_000_000L;

  private record Part(String shown, int times, String keys) {}

  private final Queue<Part> parts = new ArrayDeque<>();
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private byte[] keys = {};
  private int next;

  /** Types keys as soon as the terminal has shown a text the given number of times. */
  TypedKeys when(String text, int times, String then) {
    parts.add(new Part(text, times, then));
    return this;
  }

  @Override
  public synchronized int read() throws IOException {
    while (next == keys.length) {
      Part part = parts.poll();
      if (part == null) {
        return -1;
      }
      await(part);
      keys = part.keys().getBytes(UTF_8);
      next = 0;
    }
    return keys[next++];
  }

  /** Returns one key at a time, so that the terminal reads no key before the user types it. */
  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    int key = read();
    if (key >= 0) {
      to[offset] = (byte) key;
    }
    return key < 0 ? -1 : 1;
  }

  private void await(Part part) throws IOException {
    long beganNs = System.nanoTime();
    while (times(part.shown()) < part.times()) {
      long leftMs = (DEADLINE_NS - (System.nanoTime() - beganNs)) / 1_000_000;
      if (leftMs <= 0) {
        throw new IOException("the terminal does not show '" + part.shown() + "': " + shown);
      }
      try {
        wait(leftMs);
      } catch (InterruptedException e) {
        throw new IOException("interrupted", e);
      }
    }
  }

  private int times(String text) {
    return shown.toString(UTF_8).split(Pattern.quote(text), -1).length - 1;
  }

  /** Returns the stream to which the terminal writes. */
  OutputStream output() {
    return new OutputStream() {
      @Override
      public void write(int b) {
        synchronized (TypedKeys.this) {
          shown.write(b);
          TypedKeys.this.notifyAll();
        }
      }
    };
  }
}
