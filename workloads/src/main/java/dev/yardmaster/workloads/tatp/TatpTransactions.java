package dev.yardmaster.workloads.tatp;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.workloads.tatp.TatpTables.AccessInfo;
import dev.yardmaster.workloads.tatp.TatpTables.Facility;
import dev.yardmaster.workloads.tatp.TatpTables.Forwarding;
import dev.yardmaster.workloads.tatp.TatpTables.Subscriber;

/** The seven transactions. */
final class TatpTransactions {

  static final TatpProcedure GET_SUBSCRIBER_DATA =
      new TatpProcedure("get-subscriber-data") {
        @Override
        public void declare(TatpProcedure.Argument argument, KeyDeclaration keys) {
          keys.read(TatpTables.SUBSCRIBERS.key(argument.subscriber()));
        }

        @Override
        public Integer execute(TatpProcedure.Argument argument, Transaction transaction) {
          Subscriber found = TatpTables.SUBSCRIBERS.get(transaction, argument.subscriber());
          if (found == null) {
            throw TatpProcedure.notFound(transaction);
          }
          return 0;
        }
      };

  static final TatpProcedure GET_NEW_DESTINATION =
      new TatpProcedure("get-new-destination") {
        @Override
        public void declare(TatpProcedure.Argument argument, KeyDeclaration keys) {
          keys.read(TatpTables.facility(argument.subscriber(), argument.type()));
          for (int start = 0; start <= argument.startTime(); start += Tatp.HOURS) {
            keys.read(TatpTables.forwarding(argument.subscriber(), argument.type(), start));
          }
        }

        @Override
        public Integer execute(TatpProcedure.Argument argument, Transaction transaction) {
          Facility facility =
              TatpTables.FACILITIES.get(
                  transaction, TatpTables.facility(argument.subscriber(), argument.type()));
          boolean found = false;
          for (int start = 0; start <= argument.startTime(); start += Tatp.HOURS) {
            Forwarding forwarding =
                TatpTables.FORWARDINGS.get(
                    transaction,
                    TatpTables.forwarding(argument.subscriber(), argument.type(), start));
            found |= forwarding != null && argument.endTime() < forwarding.endTime();
          }
          if (facility == null || !facility.active() || !found) {
            throw TatpProcedure.notFound(transaction);
          }
          return 0;
        }
      };

  static final TatpProcedure GET_ACCESS_DATA =
      new TatpProcedure("get-access-data") {
        @Override
        public void declare(TatpProcedure.Argument argument, KeyDeclaration keys) {
          keys.read(TatpTables.access(argument.subscriber(), argument.type()));
        }

        @Override
        public Integer execute(TatpProcedure.Argument argument, Transaction transaction) {
          AccessInfo found =
              TatpTables.ACCESS.get(
                  transaction, TatpTables.access(argument.subscriber(), argument.type()));
          if (found == null) {
            throw TatpProcedure.notFound(transaction);
          }
          return 0;
        }
      };

  static final TatpProcedure UPDATE_SUBSCRIBER_DATA =
      new TatpProcedure("update-subscriber-data") {
        @Override
        public void declare(TatpProcedure.Argument argument, KeyDeclaration keys) {
          keys.update(TatpTables.SUBSCRIBERS.key(argument.subscriber()));
          keys.update(TatpTables.facility(argument.subscriber(), argument.type()));
        }

        @Override
        public Integer execute(TatpProcedure.Argument argument, Transaction transaction) {
          Subscriber old = TatpTables.SUBSCRIBERS.get(transaction, argument.subscriber());
          var key = TatpTables.facility(argument.subscriber(), argument.type());
          Facility facility = TatpTables.FACILITIES.get(transaction, key);
          if (old == null || facility == null) {
            throw TatpProcedure.notFound(transaction);
          }
          TatpTables.SUBSCRIBERS.put(
              transaction,
              argument.subscriber(),
              new Subscriber(
                  argument.value() % 2 == 1,
                  old.hex(),
                  old.byteValue(),
                  old.mscLocation(),
                  old.vlrLocation()));
          TatpTables.FACILITIES.put(
              transaction,
              key,
              new Facility(
                  facility.active(),
                  facility.errorControl(),
                  argument.value() & Tatp.BYTE,
                  facility.dataB()));
          return 0;
        }
      };

  static final TatpProcedure UPDATE_LOCATION =
      new ByNumber("update-location") {
        @Override
        void declareFor(long subscriber, TatpProcedure.Argument argument, KeyDeclaration keys) {
          keys.update(TatpTables.SUBSCRIBERS.key(subscriber));
        }

        @Override
        int executeFor(long subscriber, TatpProcedure.Argument argument, Transaction transaction) {
          Subscriber old = TatpTables.SUBSCRIBERS.get(transaction, subscriber);
          TatpTables.SUBSCRIBERS.put(
              transaction,
              subscriber,
              new Subscriber(
                  old.bit(), old.hex(), old.byteValue(), old.mscLocation(), argument.value()));
          return 0;
        }
      };

  static final TatpProcedure INSERT_CALL_FORWARDING =
      new ByNumber("insert-call-forwarding") {
        @Override
        void declareFor(long subscriber, TatpProcedure.Argument argument, KeyDeclaration keys) {
          keys.read(TatpTables.facility(subscriber, argument.type()));
          keys.update(TatpTables.forwarding(subscriber, argument.type(), argument.startTime()));
        }

        @Override
        int executeFor(long subscriber, TatpProcedure.Argument argument, Transaction transaction) {
          var key = TatpTables.forwarding(subscriber, argument.type(), argument.startTime());
          if (!transaction.contains(TatpTables.facility(subscriber, argument.type()))
              || transaction.contains(key)) {
            throw transaction.abort("no such facility, or the forwarding exists");
          }
          TatpTables.FORWARDINGS.put(
              transaction,
              key,
              new Forwarding(argument.endTime(), TatpTables.number(argument.value())));
          return 1;
        }
      };

  static final TatpProcedure DELETE_CALL_FORWARDING =
      new ByNumber("delete-call-forwarding") {
        @Override
        void declareFor(long subscriber, TatpProcedure.Argument argument, KeyDeclaration keys) {
          keys.update(TatpTables.forwarding(subscriber, argument.type(), argument.startTime()));
        }

        @Override
        int executeFor(long subscriber, TatpProcedure.Argument argument, Transaction transaction) {
          var key = TatpTables.forwarding(subscriber, argument.type(), argument.startTime());
          if (!transaction.contains(key)) {
            throw TatpProcedure.notFound(transaction);
          }
          TatpTables.FORWARDINGS.delete(transaction, key);
          return -1;
        }
      };

  private TatpTransactions() {}
}
