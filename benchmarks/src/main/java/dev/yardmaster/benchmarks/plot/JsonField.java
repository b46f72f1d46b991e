package dev.yardmaster.benchmarks.plot;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A field of a JSON file. If a field does not have the required type, the methods throw an
 * exception with the names of the file and the field.
 *
 * @param name the path of the field in the file, such as {@code sides[0].metrics}
 */
record JsonField(Path file, String name, JsonNode node) {

  private static final int SHOWN_LENGTH = 40;

  static JsonField root(Path file, JsonNode node) throws IOException {
    JsonField root = new JsonField(file, "", node);
    return root.require(JsonNode::isObject, "a JSON object");
  }

  /** Returns a field of this object. */
  JsonField field(String child) {
    return new JsonField(file, name.isEmpty() ? child : name + '.' + child, node.path(child));
  }

  /** Returns a field of this object; empty if the object does not have the field. */
  Optional<JsonField> optional(String child) {
    return node.has(child) ? Optional.of(field(child)) : Optional.empty();
  }

  /** Returns the elements of this array. */
  List<JsonField> elements() throws IOException {
    require(JsonNode::isArray, "an array");
    List<JsonField> elements = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      elements.add(new JsonField(file, name + '[' + i + ']', node.get(i)));
    }
    return elements;
  }

  /** Returns the fields of this object. */
  List<JsonField> fields() throws IOException {
    require(JsonNode::isObject, "an object");
    return node.properties().stream().map(each -> field(each.getKey())).toList();
  }

  String text() throws IOException {
    return require(JsonNode::isTextual, "a string").node.asText();
  }

  double number() throws IOException {
    return require(JsonNode::isNumber, "a number")
        .require(JsonField::isFinite, "a finite number")
        .node
        .asDouble();
  }

  /** Requires a number, or null for an undefined value. */
  void requireNumberOrNull() throws IOException {
    var unused =
        require(value -> value.isNumber() || value.isNull(), "a number or null")
            .require(JsonField::isFinite, "a finite number");
  }

  /**
   * Returns whether a number is finite as a double. A number above 1.8e308 is not, and no axis can
   * show it.
   */
  private static boolean isFinite(JsonNode value) {
    return Double.isFinite(value.asDouble());
  }

  /** Returns this number, which must be above 0. */
  double positive() throws IOException {
    double number = number();
    var unused = require(value -> number > 0, "above 0");
    return number;
  }

  /** Returns the text of this field, which must be one of the given texts. */
  String oneOf(List<String> texts) throws IOException {
    return require(value -> texts.contains(value.asText()), "one of " + String.join(", ", texts))
        .text();
  }

  JsonField require(Predicate<JsonNode> condition, String required) throws IOException {
    if (!condition.test(node)) {
      throw error("must be " + required + ", not " + shown());
    }
    return this;
  }

  /** Returns an error that names the file and this field. */
  IOException error(String message) {
    return new IOException(file + ": " + (name.isEmpty() ? "" : name + ": ") + message);
  }

  private String shown() {
    String text = node.isMissingNode() ? "missing" : node.toString();
    return text.length() <= SHOWN_LENGTH ? text : text.substring(0, SHOWN_LENGTH) + "...";
  }
}
