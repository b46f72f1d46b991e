package dev.yardmaster.server.cli.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a token from a file. A token on the command line would appear in the list of processes. */
final class TokenFile {

  private TokenFile() {}

  /** Returns the token that the file contains. */
  static String read(Path file) throws IOException {
    String token;
    try {
      token = Files.readString(file).strip();
    } catch (IOException e) {
      throw new IOException("cannot read the token file " + file, e);
    }
    if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IOException(
          "the token file " + file + " does not hold one token of printable ASCII characters");
    }
    return token;
  }
}
