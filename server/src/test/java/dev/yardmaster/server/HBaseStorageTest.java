package dev.yardmaster.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.server.config.ServerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a server whose archive lacks HBase's client reports what is missing. */
class HBaseStorageTest {

  @TempDir private Path folder;

  private ServerConfig.Builder config() {
    return ServerConfig.builder()
        .set("listen", "127.0.0.1:0")
        .set("admin.listen", "none")
        .set("data", folder.resolve("data").toString())
        .set("storage", "hbase")
        .set("hbase.quorum", "127.0.0.1:2181");
  }

  private static YardmasterException refused(ServerConfig config) {
    YardmasterException refused =
        assertThrows(
            YardmasterException.class, () -> YardmasterServer.start(config, List.of()).close());
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    return refused;
  }

  @Test
  void theLibraryIsNamed() {
    String message = refused(config().build()).getMessage();
    assertTrue(message.contains("library=dev.yardmaster:yardmaster-storage-hbase"), message);
  }

  @Test
  void partsThatOpenAnotherTableAreRefused() {
    ServerConfig config = config().build();
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () -> YardmasterServer.start(config, List.of(), new PipelineParts()).close());
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    assertTrue(refused.getMessage().contains("storage=hbase"), refused.getMessage());
  }

  @Test
  void aFolderWithoutJarsIsNamed() throws Exception {
    Path empty = Files.createDirectory(folder.resolve("lib"));
    ServerConfig config = config().set("hbase.libraries", empty.toString()).build();
    String message = refused(config).getMessage();
    assertTrue(message.contains("hbase.libraries=" + empty), message);
  }
}
