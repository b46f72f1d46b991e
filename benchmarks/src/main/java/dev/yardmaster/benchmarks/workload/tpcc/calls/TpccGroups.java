package dev.yardmaster.benchmarks.workload.tpcc.calls;

import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.protocol.TransactionGroup;

/**
 * The groups of the writing transactions, for the protocol {@code tebaldi} (CormCC, USENIX ATC
 * 2018, section 6.3). OrderStatus and StockLevel are read-only and belong to no group; {@link
 * TopShopper} also belongs to no group. Tables that no transaction of a group writes belong to no
 * step of the group.
 *
 * @param ordering NewOrder and Payment. NewOrder reads the customer before the district, and
 *     Payment reads the customer after the district, so the two tables are in one step. The step
 *     with the table HISTORY comes early, so that a Payment leaves the pipeline early
 * @param delivery Delivery, with a single step, because it accesses all tables for each of its
 *     districts
 */
record TpccGroups(TransactionGroup ordering, TransactionGroup delivery) {

  static TpccGroups of(TpccTables tables) {
    return new TpccGroups(
        TransactionGroup.numbered(1)
            .step(tables.warehouse())
            .step(tables.customer(), tables.district())
            .step(tables.history())
            .step(tables.order())
            .step(tables.newOrder())
            .step(tables.customerOrder())
            .step(tables.stock(), tables.orderLine())
            .build(),
        TransactionGroup.numbered(2)
            .step(tables.newOrder(), tables.order(), tables.orderLine(), tables.customer())
            .build());
  }
}
