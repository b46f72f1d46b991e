package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.report.JsonReport;
import dev.yardmaster.benchmarks.report.MadeReport;
import dev.yardmaster.benchmarks.report.Report;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that docs/figures.schema.json describes JSON reports and refuses broken ones. {@link
 * DocumentedCommands} validates the reports of all commands.
 */
class FigureSchemaTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static String json(Report report) {
    return JsonReport.render(report, MadeReport.provenance("./yardmaster bench"));
  }

  @Test
  void reportsAreValid() throws IOException {
    assertEquals(List.of(), FigureSchema.violations(json(MadeReport.benchmark(400))));
    assertEquals(List.of(), FigureSchema.violations(json(MadeReport.experiment())));
  }

  @Test
  void aReportThatContinuesARunHasTheProvenanceOfBoth() throws IOException {
    JsonNode first = MAPPER.readTree(json(MadeReport.experiment()));
    String second =
        JsonReport.render(
            MadeReport.experiment(),
            MadeReport.provenance("./yardmaster experiment --resume"),
            JsonReport.provenances(first));
    assertEquals(List.of(), FigureSchema.violations(second));
    JsonNode root = MAPPER.readTree(second);
    assertEquals("./yardmaster bench", root.at("/resumed/0/command").asText());
    assertEquals(MadeReport.COMMIT, root.at("/resumed/0/commit/id").asText());
    assertEquals("./yardmaster experiment --resume", root.get("command").asText());
    assertEquals(2, JsonReport.provenances(root).size());
  }

  @ParameterizedTest
  @CsvSource({
    "'', command",
    "'', commit",
    "'', machine",
    "/machine, processor",
    "/commit, changed",
    "/sides/0, metrics",
    "/sides/0/metrics/committedPerSecond, repeats",
    "/sides/0/metrics/committedPerSecond, median",
    "/charts/0/marks/0, least"
  })
  void aMissingFieldIsRefused(String parent, String field) throws IOException {
    JsonNode root = MAPPER.readTree(json(MadeReport.benchmark(400)));
    assertFalse(((ObjectNode) root.at(parent)).remove(field) == null, parent + '/' + field);
    requireOneViolation(root, field);
  }

  @ParameterizedTest
  @CsvSource({
    "'', schema, 2",
    "'', more, 1",
    "/commit, id, '\"HEAD\"'",
    "/machine, cores, 0",
    "/sides/0, x, 0.5",
    "/sides/0/metrics/committedPerSecond, repeats, []",
    "/sides/0/metrics/committedPerSecond, repeats, '[\"fast\"]'",
    "/sides/0/metrics/committedPerSecond, better, '\"greater\"'"
  })
  void aWrongFieldIsRefused(String parent, String field, String value) throws IOException {
    JsonNode root = MAPPER.readTree(json(MadeReport.benchmark(400)));
    ((ObjectNode) root.at(parent)).set(field, MAPPER.readTree(value));
    requireOneViolation(root, field);
  }

  private static void requireOneViolation(JsonNode root, String field) throws IOException {
    List<String> violations = FigureSchema.violations(root.toString());
    assertEquals(1, violations.size(), violations.toString());
    assertTrue(violations.get(0).contains(field), violations.get(0));
  }
}
