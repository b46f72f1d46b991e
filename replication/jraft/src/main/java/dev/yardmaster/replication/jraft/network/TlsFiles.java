package dev.yardmaster.replication.jraft.network;

import dev.yardmaster.replication.MemberTls;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TLS contexts of a member. When a file has changed, the files are read again for the next
 * connection; open connections are not affected. While an operator replaces the files one after the
 * other, a new connection may fail; JRaft then tries again. Only TLS 1.3 is used, because both
 * sides are members.
 *
 * <p>Any thread may call the methods.
 */
final class TlsFiles {

  private static final Logger LOGGER = LoggerFactory.getLogger(TlsFiles.class);
  private static final String PROTOCOL = "TLSv1.3";

  private record Contexts(SslContext accepting, SslContext connecting) {}

  private final MemberTls files;
  private List<FileTime> times;
  private Contexts contexts;

  /**
   * Reads the files.
   *
   * @throws IOException if a file cannot be read or used
   */
  TlsFiles(MemberTls files) throws IOException {
    this.files = files;
    times = times();
    contexts = read();
  }

  /** Returns the context for connections that this member accepts. */
  synchronized SslContext accepting() {
    renew();
    return contexts.accepting();
  }

  /** Returns the context for connections that this member opens. */
  synchronized SslContext connecting() {
    renew();
    return contexts.connecting();
  }

  private void renew() {
    try {
      List<FileTime> now = times();
      if (!now.equals(times)) {
        // The times are stored before the files are read, so that a failure causes only one warning
        // for each change.
        times = now;
        contexts = read();
        LOGGER.info("Read the certificates of {} again", files.certificateChain());
      }
    } catch (IOException e) {
      LOGGER.warn("The changed certificates are not used: {}", e.toString());
    }
  }

  private List<FileTime> times() throws IOException {
    List<FileTime> read = new ArrayList<>();
    for (Path file : List.of(files.certificateChain(), files.privateKey(), files.authority())) {
      read.add(Files.getLastModifiedTime(file));
    }
    return read;
  }

  private Contexts read() throws IOException {
    try {
      SslContext accepting =
          SslContextBuilder.forServer(
                  files.certificateChain().toFile(), files.privateKey().toFile())
              .sslProvider(SslProvider.JDK)
              .protocols(PROTOCOL)
              .trustManager(files.authority().toFile())
              .clientAuth(ClientAuth.REQUIRE)
              .build();
      SslContext connecting =
          SslContextBuilder.forClient()
              .keyManager(files.certificateChain().toFile(), files.privateKey().toFile())
              .sslProvider(SslProvider.JDK)
              .protocols(PROTOCOL)
              .trustManager(files.authority().toFile())
              .endpointIdentificationAlgorithm("HTTPS")
              .build();
      return new Contexts(accepting, connecting);
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException("cannot use the certificates and the key of " + files, e);
    }
  }
}
