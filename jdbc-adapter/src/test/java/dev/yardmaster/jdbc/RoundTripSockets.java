package dev.yardmaster.jdbc;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.SocketFactory;

/** Sockets for PostgreSQL's driver that count the round trips of all connections. */
public final class RoundTripSockets extends SocketFactory {
  /** The number of times that a connection read after it had written. */
  static final AtomicInteger ROUND_TRIPS = new AtomicInteger();

  /** The number of round trips after which the next one fails; negative for never. */
  private static final AtomicInteger UNTIL_FAILURE = new AtomicInteger(-1);

  /** Lets a later round trip fail once, before its answer is read. */
  static void failAfter(int roundTrips) {
    UNTIL_FAILURE.set(roundTrips);
  }

  @Override
  public Socket createSocket() {
    return new CountingSocket();
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
    throw new UnsupportedOperationException();
  }

  private static final class CountingSocket extends Socket {
    private volatile boolean wrote;

    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
          if (wrote) {
            wrote = false;
            ROUND_TRIPS.incrementAndGet();
            if (UNTIL_FAILURE.get() >= 0 && UNTIL_FAILURE.getAndDecrement() == 0) {
              throw new OutOfMemoryError("a failure of the test");
            }
          }
          return super.read(to, offset, length);
        }
      };
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream()) {
        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
          wrote = true;
          out.write(from, offset, length);
        }
      };
    }
  }
}
