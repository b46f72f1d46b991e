package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.run.Side;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The sides of a comparison, as a comma list names them. */
record SideList(List<Side> sides) {

  SideList {
    sides = List.copyOf(sides);
  }

  /** Takes a comma list of sides that differ. */
  static final class Parser implements ITypeConverter<SideList> {
    @Override
    public SideList convert(String text) {
      List<Side> sides = new ArrayList<>();
      Set<String> labels = new HashSet<>();
      for (String label : text.split(",", -1)) {
        if (label.isEmpty()) {
          throw new TypeConversionException(
              "'" + text + "' has an empty place: write " + Side.FORM + ", comma-separated");
        }
        if (!labels.add(label)) {
          throw new TypeConversionException("'" + text + "' names " + label + " twice");
        }
        try {
          sides.add(Side.parse(label));
        } catch (IllegalArgumentException e) {
          throw new TypeConversionException("'" + text + "': " + e.getMessage());
        }
      }
      return new SideList(sides);
    }
  }
}
