package dev.yardmaster.server.compatibility;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.yardmaster.wire.schema.ClientFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The fields of the protocol's schema in a release. A later release may add fields, which an
 * earlier client skips. Each line of the file has the name of a message, the number of a field and,
 * for readers, the name of the field.
 *
 * @param fields the message and the number of each field, such as {@code Committed 3}
 */
record KeptSchema(Set<String> fields) {

  /** Copies the set. */
  KeptSchema {
    fields = Set.copyOf(fields);
  }

  static KeptSchema read(Path file) throws IOException {
    return new KeptSchema(
        Files.readAllLines(file).stream()
            .map(line -> line.substring(0, line.lastIndexOf(' ')))
            .collect(Collectors.toSet()));
  }

  /** Writes the fields of the current schema. */
  static void write(Path file) throws IOException {
    Set<String> lines = new TreeSet<>();
    for (Descriptor message : ClientFrame.getDescriptor().getFile().getMessageTypes()) {
      message.getFields().forEach(field -> lines.add(name(field) + ' ' + field.getName()));
    }
    Files.write(file, lines);
  }

  /** Returns whether the release's schema has a field of the current schema. */
  boolean has(FieldDescriptor field) {
    return fields.contains(name(field));
  }

  private static String name(FieldDescriptor field) {
    return field.getContainingType().getName() + ' ' + field.getNumber();
  }
}
