package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.server.cli.WholeNumberRange;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lengths of logs, as a comma list names them. */
record RecordCounts(List<Integer> records) {

  RecordCounts {
    records = List.copyOf(records);
  }

  /** Takes a comma list of numbers that differ. */
  static final class Parser implements ITypeConverter<RecordCounts> {
    private final WholeNumberRange number = new WholeNumber.Records();

    @Override
    public RecordCounts convert(String text) {
      List<Integer> records = new ArrayList<>();
      for (String count : text.split(",", -1)) {
        int value = number.convert(count);
        if (records.contains(value)) {
          throw new TypeConversionException("'" + text + "' names " + value + " twice");
        }
        records.add(value);
      }
      return new RecordCounts(records);
    }
  }
}
