package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.engine.protocol.TransactionGroup;

/**
 * The groups of the writing transactions, for the protocol {@code tebaldi} (CormCC, USENIX ATC
 * 2018, section 6.3). OrderStatus and StockLevel declare that they only read, and {@link
 * TopShopper} is in no group. Tables that no transaction of a group changes are in no step.
 *
 * @param ordering NewOrder and Payment. NewOrder reads the customer before the district, and
 *     Payment after it, so both tables are in one step. The step of the history is early, so that a
 *     Payment leaves the pipeline early
 * @param delivery Delivery, in one step because each of its districts needs all tables
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
