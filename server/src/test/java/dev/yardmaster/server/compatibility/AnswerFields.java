package dev.yardmaster.server.compatibility;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.wire.schema.Closing;
import dev.yardmaster.wire.schema.Committed;
import dev.yardmaster.wire.schema.Conflict;
import dev.yardmaster.wire.schema.Detail;
import dev.yardmaster.wire.schema.Error;
import dev.yardmaster.wire.schema.Welcome;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fields of a server's answers whose values may differ between releases. These values depend on
 * the release, on time, on the length of an answer, or on the numbers that a server gives to
 * transactions and commits, or they are text for human readers. Whether such a field is set must
 * not differ.
 */
final class AnswerFields {

  private static final Set<FieldDescriptor> VARIABLE =
      Stream.of(
              fields(Welcome.getDescriptor(), "server"),
              fields(Committed.getDescriptor(), "transaction_id", "commit_version"),
              fields(
                  Conflict.getDescriptor(), "version_read", "version_found", "other_transaction"),
              fields(Error.getDescriptor(), "text", "retry_after_ms"),
              fields(Closing.getDescriptor(), "reason"))
          .flatMap(List::stream)
          .collect(Collectors.toUnmodifiableSet());

  private AnswerFields() {}

  private static List<FieldDescriptor> fields(Descriptor message, String... names) {
    return Stream.of(names).map(message::findFieldByName).toList();
  }

  /**
   * Returns a copy of a message in which each variable field that is set has a fixed value.
   *
   * @param schema an earlier schema; the copy has only the fields of this schema
   */
  static Message comparable(Message message, KeptSchema schema) {
    Message.Builder copy = message.toBuilder();
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      if (!schema.has(field.getKey())) {
        copy.clearField(field.getKey());
      } else if (VARIABLE.contains(field.getKey())) {
        copy.setField(field.getKey(), fixed(field.getKey()));
      } else if (field.getKey().getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        copy.setField(field.getKey(), comparableValue(field.getValue(), schema));
      }
    }
    if (copy instanceof Error.Builder error
        && error.getCode().equals(ErrorCode.MESSAGE_TOO_LARGE.name())) {
      fixLength(error);
    }
    return copy.build();
  }

  /**
   * Replaces the reported length of a too long answer by a fixed value, because new fields of the
   * answer change this length.
   */
  private static void fixLength(Error.Builder error) {
    for (Detail.Builder detail : error.getDetailsBuilderList()) {
      if (detail.getName().equals("length")) {
        detail.setValue("variable");
      }
    }
  }

  private static Object comparableValue(Object value, KeptSchema schema) {
    return value instanceof List<?> list
        ? list.stream().map(element -> comparable((Message) element, schema)).toList()
        : comparable((Message) value, schema);
  }

  private static Object fixed(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case STRING -> "variable";
      case INT -> 1;
      case LONG -> 1L;
      default -> throw new IllegalArgumentException("no fixed value for " + field);
    };
  }
}
