package dev.yardmaster.benchmarks.workload.tpce.load;

import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.AccountPermission;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.Customer;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.CustomerAccount;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.CustomerTaxrate;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.WatchItem;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.WatchList;
import dev.yardmaster.benchmarks.workload.tpce.schema.Choices;
import dev.yardmaster.benchmarks.workload.tpce.schema.Customers;
import dev.yardmaster.benchmarks.workload.tpce.schema.Rates;
import dev.yardmaster.benchmarks.workload.tpce.schema.ReferenceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeStatus;
import dev.yardmaster.engine.table.Row;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Loads customers with their accounts and trades. An instance is for use by one thread. */
final class CustomerLoader {

  private static final int MIN_WATCHED = 50;
  private static final int MAX_WATCHED = 150;
  private static final byte[] ALL_RIGHTS = "0011".getBytes(StandardCharsets.US_ASCII);

  /** The first seed of customers, which is greater than all seeds of companies. */
  private static final long FIRST_SEED = 1L << 32;

  private final TpceSettings settings;
  private final TpceTables tables;
  private final RecordSink into;
  private final AddressLoader addresses;
  private final TradeLoader trades;
  private final Row customer = Row.of(Customer.LAYOUT);
  private final Row taxrate = Row.of(CustomerTaxrate.LAYOUT);
  private final Row list = Row.of(WatchList.LAYOUT);
  private final Row watched = Row.of(WatchItem.LAYOUT);
  private final Row account = Row.of(CustomerAccount.LAYOUT);
  private final Row permission = Row.of(AccountPermission.LAYOUT);
  private final Row entry = Row.of(IndexEntry.LAYOUT);
  private SplittableRandom random;

  CustomerLoader(TpceSettings settings, TpceTables tables, RecordSink into) {
    this.settings = settings;
    this.tables = tables;
    this.into = into;
    addresses = new AddressLoader(tables, into);
    trades = new TradeLoader(settings, tables, into);
  }

  /** Returns the number of trades that were loaded so far. */
  long trades() {
    return trades.count();
  }

  /** Returns the commission of the trades that were loaded so far, in cents. */
  long commissionCents() {
    return trades.commissionCents();
  }

  void load(int number) {
    random = new SplittableRandom(settings.seed() * 0x9E3779B97F4A7C15L + FIRST_SEED + number);
    loadCustomer(number);
    for (int i = 0; i < Rates.TAXES_OF_CUSTOMER; i++) {
      taxrate.setLong(CustomerTaxrate.TX_ID, Rates.taxId(number, i));
      into.load(tables.customers().taxrate(), TpceKeys.customerTaxrate(number, i), taxrate);
    }
    loadWatchList(number);
    trades.load(number, random);
    for (int i = 0; i < Customers.accounts(number); i++) {
      loadAccount(number, Customers.firstAccount(number) + i, trades.balanceCents(i));
    }
  }

  private void loadCustomer(int number) {
    int address = ReferenceTables.EXCHANGES + settings.companies() + number;
    customer.setLong(Customer.TAX_ID, Choices.scattered(number));
    customer.setLong(Customer.ST_ID, TradeStatus.ACTIVE.id());
    customer.setBytes(Customer.L_NAME, Names.of("Last", number));
    customer.setBytes(Customer.F_NAME, Names.of("First", number));
    customer.setLong(Customer.TIER, Customers.tier(number));
    customer.setLong(Customer.DOB, random.nextInt(30_000));
    customer.setLong(Customer.AD_ID, address);
    customer.setBytes(Customer.PHONE, Names.of("Phone", number));
    customer.setBytes(Customer.EMAIL_1, Names.of("First address of", number));
    customer.setBytes(Customer.EMAIL_2, Names.of("Second address of", number));
    into.load(tables.customers().customer(), number, customer);
    addresses.load(address);
    entry.setLong(IndexEntry.NUMBER, number);
    into.load(tables.customers().byTaxId(), Choices.scattered(number), entry);
  }

  /** Loads a customer's watch list, which has at most half of all securities. */
  private void loadWatchList(int number) {
    list.setLong(WatchList.WL_ID, number);
    into.load(tables.customers().watchList(), number, list);
    int all = settings.securities();
    int count = Math.min(all / 2, random.nextInt(MIN_WATCHED, MAX_WATCHED + 1));
    int stride = all / count;
    for (int i = 0; i < count; i++) {
      int security = i * stride + random.nextInt(stride);
      watched.setLong(WatchItem.S_SYMB, security);
      into.load(tables.customers().watchItem(), TpceKeys.watchItem(number, security), watched);
    }
  }

  private void loadAccount(int owner, int number, long balanceCents) {
    account.setLong(CustomerAccount.B_ID, settings.brokerOf(owner));
    account.setLong(CustomerAccount.C_ID, owner);
    account.setBytes(CustomerAccount.NAME, Names.of("Account", number));
    account.setLong(CustomerAccount.TAX_ST, Rates.taxStatus(number));
    account.setLong(CustomerAccount.BAL, balanceCents);
    into.load(tables.customers().account(), number, account);
    entry.setLong(IndexEntry.NUMBER, number);
    into.load(tables.customers().accountsOf(), TpceKeys.customerAccount(owner, number), entry);
    loadPermission(number, owner);
    for (int i = 0; i < Choices.othersOf(number); i++) {
      loadPermission(number, Choices.other(number, i, settings.customers()));
    }
  }

  private void loadPermission(int ofAccount, int person) {
    permission.setBytes(AccountPermission.ACL, ALL_RIGHTS);
    permission.setBytes(AccountPermission.L_NAME, Names.of("Last", person));
    permission.setBytes(AccountPermission.F_NAME, Names.of("First", person));
    into.load(
        tables.customers().permission(),
        TpceKeys.permission(ofAccount, Choices.scattered(person)),
        permission);
  }
}
