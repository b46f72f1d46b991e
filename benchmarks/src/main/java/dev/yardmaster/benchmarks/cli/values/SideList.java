package dev.yardmaster.benchmarks.cli.values;

import dev.yardmaster.benchmarks.run.PipelineSide;
import picocli.CommandLine.TypeConversionException;

/** Parses a comma-separated list of the pipeline's sides without duplicates. */
public final class SideList extends DistinctList.Parser<PipelineSide> {
  SideList() {
    super(SideList::side);
  }

  private static PipelineSide side(String label) {
    try {
      return PipelineSide.parse(label);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  @Override
  public DistinctList<PipelineSide> convert(String text) throws Exception {
    try {
      return super.convert(text);
    } catch (TypeConversionException e) {
      throw new TypeConversionException("'" + text + "': " + e.getMessage());
    }
  }
}
