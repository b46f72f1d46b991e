package dev.yardmaster.benchmarks.workload.tpce.load;

import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Charge;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.CommissionRate;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.TradeType;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Exchange;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Industry;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Sector;
import dev.yardmaster.benchmarks.workload.tpce.rows.reference.StatusType;
import dev.yardmaster.benchmarks.workload.tpce.rows.reference.Taxrate;
import dev.yardmaster.benchmarks.workload.tpce.rows.reference.ZipCode;
import dev.yardmaster.benchmarks.workload.tpce.schema.Rates;
import dev.yardmaster.benchmarks.workload.tpce.schema.ReferenceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeKind;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeStatus;
import dev.yardmaster.engine.table.Row;
import java.nio.charset.StandardCharsets;

/** Loads the reference tables, whose size does not depend on the number of customers. */
final class ReferenceLoader {

  private static final int TIERS = 3;
  private static final int OPEN_MINUTE = 570;
  private static final int CLOSE_MINUTE = 960;

  private final TpceTables tables;
  private final RecordSink into;

  ReferenceLoader(TpceTables tables, RecordSink into) {
    this.tables = tables;
    this.into = into;
  }

  void load() {
    Row status = Row.of(StatusType.LAYOUT);
    for (TradeStatus each : TradeStatus.values()) {
      status.setBytes(StatusType.NAME, each.label().getBytes(StandardCharsets.US_ASCII));
      into.load(tables.reference().status(), each.id(), status);
    }
    Row tax = Row.of(Taxrate.LAYOUT);
    for (int i = 0; i < ReferenceTables.TAX_RATES; i++) {
      tax.setBytes(Taxrate.NAME, Names.of("Tax rate", i));
      tax.setLong(Taxrate.RATE, Rates.tax(i));
      into.load(tables.reference().taxrate(), i, tax);
    }
    Row zip = Row.of(ZipCode.LAYOUT);
    for (int i = 0; i < ReferenceTables.ZIP_CODES; i++) {
      zip.setBytes(ZipCode.TOWN, Names.of("Town", i));
      zip.setBytes(ZipCode.DIV, Names.of("Division", i % 50));
      into.load(tables.reference().zipCode(), i, zip);
    }
    loadMarket();
    loadTradeTypes();
  }

  private void loadMarket() {
    Row sector = Row.of(Sector.LAYOUT);
    for (int i = 0; i < ReferenceTables.SECTORS; i++) {
      sector.setBytes(Sector.NAME, Names.of("Sector", i));
      into.load(tables.market().sector(), i, sector);
    }
    Row industry = Row.of(Industry.LAYOUT);
    for (int i = 0; i < ReferenceTables.INDUSTRIES; i++) {
      industry.setBytes(Industry.NAME, Names.of("Industry", i));
      industry.setLong(Industry.SC_ID, i % ReferenceTables.SECTORS);
      into.load(tables.market().industry(), i, industry);
    }
    Row exchange = Row.of(Exchange.LAYOUT);
    for (int i = 0; i < ReferenceTables.EXCHANGES; i++) {
      exchange.setBytes(Exchange.NAME, Names.of("Exchange", i));
      exchange.setBytes(Exchange.DESC, Names.of("The exchange with the number", i));
      exchange.setLong(Exchange.OPEN, OPEN_MINUTE);
      exchange.setLong(Exchange.CLOSE, CLOSE_MINUTE);
      exchange.setLong(Exchange.AD_ID, i);
      into.load(tables.market().exchange(), i, exchange);
      new AddressLoader(tables, into).load(i);
    }
  }

  private void loadTradeTypes() {
    Row type = Row.of(TradeType.LAYOUT);
    Row charge = Row.of(Charge.LAYOUT);
    for (TradeKind kind : TradeKind.values()) {
      int id = kind.ordinal();
      type.setBytes(TradeType.NAME, kind.label().getBytes(StandardCharsets.US_ASCII));
      type.setLong(TradeType.IS_SELL, kind.isSell() ? 1 : 0);
      type.setLong(TradeType.IS_MRKT, kind.isMarket() ? 1 : 0);
      into.load(tables.brokers().type(), id, type);
      for (int tier = 1; tier <= TIERS; tier++) {
        charge.setLong(Charge.CHRG, Rates.charge(id, tier));
        into.load(tables.brokers().charge(), TpceKeys.charge(id, tier), charge);
        for (int exchange = 0; exchange < ReferenceTables.EXCHANGES; exchange++) {
          loadCommissions(tier, id, exchange);
        }
      }
    }
  }

  private void loadCommissions(int tier, int kind, int exchange) {
    Row rate = Row.of(CommissionRate.LAYOUT);
    for (int range = 0; range < Rates.COMMISSION_RANGES; range++) {
      rate.setLong(CommissionRate.FROM_QTY, Rates.fromQuantity(range));
      rate.setLong(CommissionRate.TO_QTY, Rates.toQuantity(range));
      rate.setLong(CommissionRate.RATE, Rates.commission(tier, kind, exchange, range));
      into.load(
          tables.brokers().commission(),
          TpceKeys.commissionRate(tier, kind, exchange, range),
          rate);
    }
  }
}
