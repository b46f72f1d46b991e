package dev.yardmaster.jdbc.coordinator;

import dev.yardmaster.annotations.Shared;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.agrona.concurrent.NanoClock;

/**
 * A connection to the coordinator. The thread that runs {@link #run} connects and reads; the
 * threads of transactions write. Requests that the coordinator has not read fit in the socket's
 * send buffer, so a write does not block even if the coordinator does not read.
 */
final class CoordinatorConnection implements LeaseMessages.Receiver {
  /** The maximum number of rows in a request; further rows of the transaction are not leased. */
  static final int MAX_ROWS = 16;

  private static final int MAX_UNANSWERED = 256;
  private static final int SEND_BUFFER_BYTES = 256 * 1024;
  private static final int MAX_FRAME_BYTES = 64 * 1024;

  /** The time limit for the connection to be established, and for the answer to {@code hello}. */
  private static final int GREETING_MS = 1_000;

  /** The interval at which the reading thread checks whether the connection is still needed. */
  private static final int LOOK_MS = 250;

  private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long IDLE_NS = TimeUnit.SECONDS.toNanos(10);

  private final CoordinatorConfig config;
  private final NanoClock clock;
  private final Runnable greeted;
  private final ReentrantLock writing = new ReentrantLock();

  @Shared(writers = "threads of transactions", readers = "the same", access = "atomic counter")
  private final AtomicLong requests = new AtomicLong();

  @Shared(
      writers = "threads of transactions; the coordinator's thread",
      readers = "the same",
      access =
          "ConcurrentHashMap; each thread may exceed the bound by one entry. The coordinator's thread"
              + " refuses the entries after it has cleared isOpen, and a thread that adds an entry"
              + " reads isOpen afterwards")
  private final Map<Long, LeaseRequest> unanswered = new ConcurrentHashMap<>();

  @Shared(
      writers = "the coordinator's thread",
      readers = "threads of transactions",
      access = "volatile")
  private volatile boolean isOpen;

  /**
   * The time since which no request is sent until the coordinator answers: a request was withdrawn,
   * or too many are unanswered. 0 if requests are sent.
   */
  @Shared(
      writers = "threads that send or withdraw requests; the coordinator's thread, at each answer",
      readers = "threads of transactions; the coordinator's thread",
      access = "volatile; a lost write delays the end of a silent connection until the next one")
  private volatile long silentSinceNs;

  @Shared(
      writers = "threads of transactions",
      readers = "the coordinator's thread",
      access = "volatile")
  private volatile long askedNs;

  /** The socket; set before the connection is open. */
  @Shared(
      writers = "the coordinator's thread",
      readers = "threads of transactions",
      access = "plain; written before isOpen")
  private Socket socket;

  private String ended;

  /**
   * Creates a connection that is not open.
   *
   * @param greeted runs when the coordinator has accepted this client
   */
  CoordinatorConnection(CoordinatorConfig config, NanoClock clock, Runnable greeted) {
    this.config = config;
    this.clock = clock;
    this.greeted = greeted;
  }

  /**
   * Connects, and reads until the connection is no longer needed.
   *
   * @throws IOException if the connection failed, or the coordinator has ended it
   */
  void run() throws IOException {
    try (Socket plain = new Socket()) {
      plain.setTcpNoDelay(true);
      plain.setSendBufferSize(SEND_BUFFER_BYTES);
      plain.setSoTimeout(GREETING_MS);
      plain.connect(new InetSocketAddress(config.host(), config.port()), GREETING_MS);
      socket = config.tls() ? secured(plain) : plain;
      socket.getOutputStream().write(LeaseMessages.hello(config.token()));
      askedNs = clock.nanoTime();
      read(socket.getInputStream());
    } finally {
      isOpen = false;
      for (LeaseRequest lease : unanswered.values()) {
        refuse(lease);
      }
    }
  }

  private Socket secured(Socket plain) throws IOException {
    SSLSocket secured =
        (SSLSocket)
            defaultContext()
                .getSocketFactory()
                .createSocket(plain, config.host(), config.port(), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  private static SSLContext defaultContext() throws IOException {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("the JVM's trust store cannot be read: " + e.getMessage(), e);
    }
  }

  private void read(InputStream in) throws IOException {
    ByteBuffer received = ByteBuffer.allocate(LeaseMessages.LENGTH_BYTES + MAX_FRAME_BYTES);
    while (!isIdle()) {
      int count;
      try {
        count = in.read(received.array(), received.position(), received.remaining());
      } catch (SocketTimeoutException nothing) {
        checkSilence();
        continue;
      }
      if (count < 0) {
        throw new IOException("the coordinator has ended the connection");
      }
      silentSinceNs = 0;
      received.position(received.position() + count).flip();
      takeFrames(received);
      // Meanwhile, another thread may have found too many unanswered requests.
      silentSinceNs = 0;
      received.compact();
    }
  }

  private boolean isIdle() {
    // Nobody waits for the answer to a request that is granted at once.
    return clock.nanoTime() - askedNs > IDLE_NS
        && unanswered.values().stream().allMatch(lease -> lease.atOnce);
  }

  private void checkSilence() throws IOException {
    long sinceNs = silentSinceNs;
    if (!isOpen || (sinceNs != 0 && clock.nanoTime() - sinceNs >= SILENCE_NS)) {
      throw new IOException("the coordinator does not answer");
    }
  }

  private void takeFrames(ByteBuffer received) throws IOException {
    while (received.remaining() >= LeaseMessages.LENGTH_BYTES) {
      int length = received.getInt(received.position());
      if (length < 0 || length > MAX_FRAME_BYTES) {
        throw new IOException("a frame has a length that is not valid: length=" + length);
      }
      if (received.remaining() < LeaseMessages.LENGTH_BYTES + length) {
        return;
      }
      int begin = received.position() + LeaseMessages.LENGTH_BYTES;
      LeaseMessages.read(received.slice(begin, length), this);
      received.position(begin + length);
      if (ended != null) {
        throw new IOException(ended);
      }
    }
  }

  @Override
  public void welcome() {
    try {
      socket.setSoTimeout(LOOK_MS);
    } catch (IOException failed) {
      ended = failed.getMessage();
      return;
    }
    isOpen = true;
    greeted.run();
  }

  @Override
  public void leased(long requestId, boolean waited) {
    LeaseRequest lease = unanswered.remove(requestId);
    if (lease != null) {
      lease.grant(waited);
      LockSupport.unpark(lease.thread);
    } else {
      // The grant has crossed the withdrawal of the request, and is the only answer to it.
      silentSinceNs = 0;
    }
  }

  @Override
  public void refused(long requestId, String code) {
    LeaseRequest lease = unanswered.remove(requestId);
    if (lease != null) {
      refuse(lease);
    }
    if (code.equals("FORBIDDEN") || code.equals("BAD_MESSAGE")) {
      ended = "the coordinator grants no leases to this client: code=" + code;
    }
  }

  @Override
  public void closing(String code, String reason) {
    ended = "the coordinator ends the connection: code=" + code + " reason=" + reason;
  }

  private static void refuse(LeaseRequest lease) {
    lease.refuse();
    LockSupport.unpark(lease.thread);
  }

  // Threads of transactions call the following methods.

  /** Sends a request; returns null if no request may be sent now. */
  LeaseRequest ask(long[] written, long[] read, int holdMs, boolean atOnce) {
    if (!isOpen || silentSinceNs != 0) {
      return null;
    }
    if (unanswered.size() >= MAX_UNANSWERED) {
      // Other requests may wait for their rows, but these are answered at once.
      if (unanswered.values().stream().anyMatch(lease -> lease.atOnce)) {
        awaitSign();
      }
      return null;
    }
    LeaseRequest lease =
        new LeaseRequest(this, requests.incrementAndGet(), written, read, holdMs, atOnce);
    askedNs = clock.nanoTime();
    unanswered.put(lease.id, lease);
    if (!isOpen || !write(LeaseMessages.request(lease.id, written, read, holdMs, atOnce))) {
      unanswered.remove(lease.id);
      lease.refuse();
      return null;
    }
    return lease;
  }

  /** Ends a lease, or withdraws its request. */
  void end(LeaseRequest lease) {
    // A request that is granted at once stays unanswered until its answer, which is on its way.
    if (!lease.atOnce && unanswered.containsKey(lease.id)) {
      // The coordinator answers the withdrawal. The time is set before the removal, so that an
      // answer which finds no request ends the silence.
      awaitSign();
      if (unanswered.remove(lease.id) == null) {
        silentSinceNs = 0;
      }
    }
    if (isOpen) {
      write(LeaseMessages.release(lease.id));
    }
  }

  /** Sends no further request until the coordinator has answered. */
  private void awaitSign() {
    if (silentSinceNs == 0) {
      long nowNs = clock.nanoTime();
      silentSinceNs = nowNs == 0 ? 1 : nowNs;
    }
  }

  private boolean write(byte[] frame) {
    writing.lock();
    try {
      socket.getOutputStream().write(frame);
      return true;
    } catch (IOException failed) {
      // The reading thread notices the failure at its next check at the latest.
      isOpen = false;
      return false;
    } finally {
      writing.unlock();
    }
  }
}
