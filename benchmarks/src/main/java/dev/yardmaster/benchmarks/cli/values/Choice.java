package dev.yardmaster.benchmarks.cli.values;

import dev.yardmaster.benchmarks.attack.AttackKind;
import dev.yardmaster.benchmarks.backend.BackEndName;
import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.jdbc.JdbcSideName;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import dev.yardmaster.benchmarks.jdbc.slices.PoolKind;
import dev.yardmaster.benchmarks.jdbc.slices.SlicedWorkload;
import dev.yardmaster.benchmarks.load.OpenLoad;
import dev.yardmaster.benchmarks.plan.PlannedLoad;
import dev.yardmaster.benchmarks.replication.AppendSide;
import dev.yardmaster.benchmarks.replication.LogFault;
import dev.yardmaster.benchmarks.run.Logic;
import dev.yardmaster.benchmarks.wire.WireSideName;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.table.TableDefinition.Order;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.server.cli.values.RangeConverter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts a name from a fixed set to the value that it denotes. A subclass holds the set of names
 * of one option.
 */
public abstract class Choice<T> implements RangeConverter<T> {

  private final String kind;
  private final Map<String, T> values = new LinkedHashMap<>();

  Choice(String kind, T[] values, Function<T, String> name) {
    this.kind = kind;
    for (T value : values) {
      add(name.apply(value), value);
    }
  }

  final void add(String name, T value) {
    values.put(name, value);
  }

  /** Returns all names that the option accepts. */
  @Override
  public String range() {
    return String.join(", ", values.keySet());
  }

  @Override
  public T convert(String text) {
    T value = values.get(text);
    if (value == null) {
      throw new TypeConversionException("'" + text + "' is not a " + kind + ": " + range());
    }
    return value;
  }

  static final class BackEnd extends Choice<BackEndName> {
    BackEnd() {
      super("back end", BackEndName.values(), BackEndName::label);
    }
  }

  static final class AttackName extends Choice<AttackKind> {
    AttackName() {
      super("attack", AttackKind.values(), AttackKind::label);
    }
  }

  public static final class PlannedMix extends Choice<PlannedLoad.Mix> {
    PlannedMix() {
      super("workload of a plan", PlannedLoad.Mix.values(), PlannedLoad.Mix::label);
    }
  }

  public static final class PolicyName extends Choice<Policy> {
    PolicyName() {
      super("policy", Policy.values(), Policy::optionName);
      add("mc", Policy.PROD_DEGREE);
    }
  }

  public static final class SolverName extends Choice<Solver> {
    SolverName() {
      super("solver", Solver.values(), Solver::optionName);
    }
  }

  public static final class LogicName extends Choice<Logic> {
    LogicName() {
      super("kind of logic", Logic.values(), Logic::label);
    }
  }

  public static final class ThreadsName extends Choice<ThreadLayout> {
    ThreadsName() {
      super(
          "thread layout", ThreadLayout.values(), layout -> layout.name().toLowerCase(Locale.ROOT));
    }
  }

  static final class DurabilityName extends Choice<String> {
    DurabilityName() {
      super("durability", new String[] {"sync", "async"}, name -> name);
    }
  }

  public static final class OnOff extends Choice<Switch> {
    OnOff() {
      super("switch", Switch.values(), value -> value.name().toLowerCase(Locale.ROOT));
    }
  }

  public static final class ArrivalsName extends Choice<OpenLoad.Arrivals> {
    ArrivalsName() {
      super("kind of arrivals", OpenLoad.Arrivals.values(), OpenLoad.Arrivals::label);
    }
  }

  static final class WireSide extends Choice<WireSideName> {
    WireSide() {
      super("side", WireSideName.values(), WireSideName::label);
    }
  }

  static final class JdbcSide extends Choice<JdbcSideName> {
    JdbcSide() {
      super("side", JdbcSideName.values(), JdbcSideName::label);
    }
  }

  public static final class BankLogicName extends Choice<BankLogic> {
    BankLogicName() {
      super("kind of logic", BankLogic.values(), BankLogic::label);
    }
  }

  public static final class BankLockOrder extends Choice<LockOrder> {
    BankLockOrder() {
      super("lock order", LockOrder.values(), LockOrder::label);
    }
  }

  static final class SlicedWorkloadName extends Choice<SlicedWorkload> {
    SlicedWorkloadName() {
      super("workload", SlicedWorkload.values(), SlicedWorkload::label);
    }
  }

  static final class ReplicationPart extends Choice<String> {
    ReplicationPart() {
      super("measurement", parts(), part -> part);
    }

    private static String[] parts() {
      return Stream.concat(
              Stream.of(AppendSide.LABEL), Stream.of(LogFault.values()).map(LogFault::label))
          .toArray(String[]::new);
    }
  }

  static final class PoolName extends Choice<PoolKind> {
    PoolName() {
      super("pool", PoolKind.values(), PoolKind::label);
    }
  }

  public static final class YcsbMixName extends Choice<YcsbMix> {
    YcsbMixName() {
      super(
          "mix",
          new YcsbMix[] {
            YcsbMix.rmw(50), YcsbMix.A, YcsbMix.B, YcsbMix.C, YcsbMix.E, YcsbMix.HYBRID
          },
          YcsbMix::name);
    }
  }

  /** The placement of the popular keys. */
  public static final class Placement extends Choice<KeyPlacement> {
    Placement() {
      super("placement", KeyPlacement.values(), value -> value.name().toLowerCase(Locale.ROOT));
    }
  }

  static final class PaperName extends Choice<String> {
    PaperName() {
      super("paper", DistinctList.PaperNames.ALL.toArray(String[]::new), name -> name);
    }
  }

  /** The name of a figure of an experiment. */
  static final class FigureId extends Choice<String> {
    FigureId(List<String> ids) {
      super("figure", ids.toArray(String[]::new), id -> id);
    }
  }

  public static final class IndexOrder extends Choice<Order> {
    IndexOrder() {
      super("kind of index", Order.values(), order -> order.name().toLowerCase(Locale.ROOT));
    }
  }

  public static final class TpccMixName extends Choice<TpccMix> {
    TpccMixName() {
      super("mix", TpccMix.all().toArray(TpccMix[]::new), TpccMix::name);
    }
  }

  public static final class TpceMixName extends Choice<TpceMix> {
    TpceMixName() {
      super("mix", TpceMix.values(), TpceMix::label);
    }
  }

  /** The name of a concurrency control. */
  public static final class ProtocolName extends Choice<String> {
    ProtocolName() {
      super("protocol", Protocols.names().toArray(String[]::new), name -> name);
    }
  }

  public static final class IsolationName extends Choice<Isolation> {

    private static final Isolation[] OF_READERS = {
      Isolation.READ_COMMITTED, Isolation.SNAPSHOT, Isolation.SERIALIZABLE
    };

    IsolationName() {
      super("isolation", OF_READERS, IsolationName::nameOf);
    }

    public static String nameOf(Isolation isolation) {
      return isolation.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public static final class LogDevice extends Choice<Device> {
    LogDevice() {
      super("log device", Device.values(), LogDevice::nameOf);
    }

    public static String nameOf(Device device) {
      return device.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
