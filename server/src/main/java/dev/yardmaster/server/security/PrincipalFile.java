package dev.yardmaster.server.security;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Adds lines to a tokens file. Only the owner of a new file has permissions on it. */
public final class PrincipalFile {

  private static final String OPTION = "file";

  private PrincipalFile() {}

  /**
   * Adds a line, if the file is valid with this line.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the file is not valid for a server,
   *     either before or after the addition; the file then stays unchanged
   * @throws IOException if the file cannot be written
   */
  public static void append(Path file, String line) throws IOException {
    String text = Files.exists(file) ? SecretFile.read(OPTION, file) : "";
    List<String> lines = new ArrayList<>(text.lines().toList());
    lines.add(line);
    Tokens.parse(file.toString(), lines);
    String separator = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
    ByteBuffer added = ByteBuffer.wrap((separator + line + "\n").getBytes(StandardCharsets.UTF_8));
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
            SecretFile.forOwnerAlone())) {
      while (added.hasRemaining()) {
        channel.write(added);
      }
      channel.force(true);
    }
  }
}
