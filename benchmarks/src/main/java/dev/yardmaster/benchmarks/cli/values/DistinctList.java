package dev.yardmaster.benchmarks.cli.values;

import dev.yardmaster.benchmarks.attack.AttackKind;
import dev.yardmaster.benchmarks.backend.BackEndName;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.experiment.batching.BatchingFigures;
import dev.yardmaster.benchmarks.experiment.cormcc.CormccFigures;
import dev.yardmaster.benchmarks.experiment.ermia.ErmiaFigures;
import dev.yardmaster.benchmarks.experiment.machines.MachinesFigures;
import dev.yardmaster.benchmarks.experiment.plor.PlorFigures;
import dev.yardmaster.benchmarks.experiment.rocc.RoccFigures;
import dev.yardmaster.benchmarks.experiment.scaling.ScalingFigures;
import dev.yardmaster.benchmarks.jdbc.JdbcSideName;
import dev.yardmaster.benchmarks.jdbc.slices.PoolKind;
import dev.yardmaster.benchmarks.jdbc.slices.SlicedWorkload;
import dev.yardmaster.server.cli.values.RangeConverter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The values of a comma-separated list, without duplicates.
 *
 * @param values the values in the list's order; at least one
 */
public record DistinctList<T>(List<T> values) {

  /** Copies the list. */
  public DistinctList {
    values = List.copyOf(values);
  }

  /** Parses a comma-separated list without duplicates. A subclass parses a single value. */
  abstract static class Parser<T> implements RangeConverter<DistinctList<T>> {
    private final ITypeConverter<T> value;

    Parser(ITypeConverter<T> value) {
      this.value = value;
    }

    /** Returns the range of each value as text; empty if the values have no range. */
    @Override
    public String range() {
      return value instanceof RangeConverter<?> ranged ? ranged.range() : "";
    }

    @Override
    public DistinctList<T> convert(String text) throws Exception {
      List<T> values = new ArrayList<>();
      for (String part : text.split(",", -1)) {
        T next = value.convert(part);
        if (values.contains(next)) {
          throw new TypeConversionException("'" + text + "' names " + part + " twice");
        }
        values.add(next);
      }
      return new DistinctList<>(values);
    }
  }

  public static final class BackEnds extends Parser<BackEndName> {
    BackEnds() {
      super(new Choice.BackEnd());
    }
  }

  public static final class JdbcSides extends Parser<JdbcSideName> {
    JdbcSides() {
      super(new Choice.JdbcSide());
    }
  }

  public static final class Attacks extends Parser<AttackKind> {
    Attacks() {
      super(new Choice.AttackName());
    }
  }

  public static final class EngineSides extends Parser<EngineSide> {
    EngineSides() {
      super(
          text -> {
            try {
              return EngineSide.parse(text);
            } catch (IllegalArgumentException e) {
              throw new TypeConversionException(e.getMessage());
            }
          });
    }
  }

  public static final class PaperNames extends Parser<String> {

    /** The commands of the papers' experiments, in the order of the papers. */
    public static final List<String> ALL = List.of("batching", "rocc", "plor", "cormcc", "ermia");

    PaperNames() {
      super(new Choice.PaperName());
    }
  }

  public static final class RoccFigureIds extends Parser<String> {
    RoccFigureIds() {
      super(new Choice.FigureId(RoccFigures.IDS));
    }
  }

  public static final class PlorFigureIds extends Parser<String> {
    PlorFigureIds() {
      super(new Choice.FigureId(PlorFigures.IDS));
    }
  }

  public static final class CormccFigureIds extends Parser<String> {
    CormccFigureIds() {
      super(new Choice.FigureId(CormccFigures.IDS));
    }
  }

  public static final class ErmiaFigureIds extends Parser<String> {
    ErmiaFigureIds() {
      super(new Choice.FigureId(ErmiaFigures.IDS));
    }
  }

  public static final class ScalingFigureIds extends Parser<String> {
    ScalingFigureIds() {
      super(new Choice.FigureId(ScalingFigures.IDS));
    }
  }

  public static final class MachinesFigureIds extends Parser<String> {
    MachinesFigureIds() {
      super(new Choice.FigureId(MachinesFigures.IDS));
    }
  }

  public static final class BatchingFigureIds extends Parser<String> {
    BatchingFigureIds() {
      super(new Choice.FigureId(BatchingFigures.IDS));
    }
  }

  public static final class SlicedWorkloads extends Parser<SlicedWorkload> {
    SlicedWorkloads() {
      super(new Choice.SlicedWorkloadName());
    }
  }

  public static final class ConnectionPools extends Parser<PoolKind> {
    ConnectionPools() {
      super(new Choice.PoolName());
    }
  }

  public static final class ReplicationParts extends Parser<String> {
    ReplicationParts() {
      super(new Choice.ReplicationPart());
    }
  }

  public static final class EntryBytes extends Parser<Integer> {
    EntryBytes() {
      super(new WholeNumber.EntryBytes());
    }
  }

  public static final class EntriesInFlight extends Parser<Integer> {
    EntriesInFlight() {
      super(new WholeNumber.EntriesInFlight());
    }
  }

  public static final class Switches extends Parser<Switch> {
    Switches() {
      super(new Choice.OnOff());
    }
  }

  public static final class Skews extends Parser<Double> {
    Skews() {
      super(new DecimalNumber.Skew());
    }
  }

  public static final class Connections extends Parser<Integer> {
    Connections() {
      super(new WholeNumber.DatabaseConnections());
    }
  }
}
