package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Validates JSON reports with docs/figures.schema.json. */
final class FigureSchema {

  private static final Path FILE = Path.of("../docs/figures.schema.json");

  private FigureSchema() {}

  /** Returns a line for each violation of the schema, with the place in the report. */
  static List<String> violations(String report) throws IOException {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(Files.readString(FILE), InputFormat.JSON);
    return schema.validate(report, InputFormat.JSON).stream().map(Error::toString).toList();
  }

  static void requireValid(Path report) throws IOException {
    assertEquals(List.of(), violations(Files.readString(report)), report.toString());
  }
}
