package dev.yardmaster.workloads.seats;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.workloads.seats.SeatsTables.Customer;
import dev.yardmaster.workloads.seats.SeatsTables.Flight;
import dev.yardmaster.workloads.seats.SeatsTables.Reservation;
import dev.yardmaster.workloads.seats.SeatsTables.Seat;

/**
 * One of the six transactions. All transactions have an argument of the same type, and each of them
 * uses a part of it. The result is the change of the number of reservations. A transaction that
 * only reads returns the number that it has counted.
 */
abstract class SeatsProcedure implements Procedure<SeatsProcedure.Argument, Integer> {

  /** The random inputs; {@code other} is another seat, or an attribute of a customer. */
  record Argument(int flight, int customer, int seat, int other) {

    Key reservation() {
      return SeatsTables.reservation(flight, seat);
    }

    Key booked() {
      return SeatsTables.booked(customer, flight);
    }
  }

  private static final int FOUND_FLIGHTS = 10;

  private final String name;

  private SeatsProcedure(String name) {
    this.name = "seats." + name;
  }

  @Override
  public final String name() {
    return name;
  }

  /**
   * Reads some consecutive flights, beginning with a random flight. Returns the number of their
   * free seats.
   */
  static final SeatsProcedure FIND_FLIGHTS =
      new SeatsProcedure("find-flights") {
        private static Scan flights(Argument argument) {
          return Scan.forward(SeatsTables.FLIGHTS.key(argument.flight()), null, FOUND_FLIGHTS);
        }

        @Override
        public void declare(Argument argument, KeyDeclaration keys) {
          keys.scan(flights(argument));
        }

        @Override
        public Integer execute(Argument argument, Transaction transaction) {
          return SeatsTables.FLIGHTS.scan(transaction, flights(argument)).stream()
              .mapToInt(flight -> flight.value().seatsLeft())
              .sum();
        }
      };

  /** Reads all reservations of a flight. Returns the number of free seats of the flight. */
  static final SeatsProcedure FIND_OPEN_SEATS =
      new SeatsProcedure("find-open-seats") {
        @Override
        public void declare(Argument argument, KeyDeclaration keys) {
          keys.scan(SeatsTables.reservations(argument.flight()));
        }

        @Override
        public Integer execute(Argument argument, Transaction transaction) {
          return SeatsTables.SEATS
              - SeatsTables.RESERVATIONS
                  .scan(transaction, SeatsTables.reservations(argument.flight()))
                  .size();
        }
      };

  /**
   * Reserves a seat. Aborts if the seat is taken, or if the customer already has a seat on the
   * flight.
   */
  static final SeatsProcedure NEW_RESERVATION =
      new SeatsProcedure("new-reservation") {
        @Override
        public void declare(Argument argument, KeyDeclaration keys) {
          keys.update(argument.reservation());
          keys.update(argument.booked());
          keys.update(SeatsTables.FLIGHTS.key(argument.flight()));
          keys.update(SeatsTables.CUSTOMERS.key(argument.customer()));
        }

        @Override
        public Integer execute(Argument argument, Transaction transaction) {
          if (transaction.contains(argument.reservation())
              || transaction.contains(argument.booked())) {
            throw transaction.abort("the seat or the customer is booked already");
          }
          Flight flight = SeatsTables.FLIGHTS.get(transaction, argument.flight());
          Customer customer = SeatsTables.CUSTOMERS.get(transaction, argument.customer());
          SeatsTables.RESERVATIONS.put(
              transaction,
              argument.reservation(),
              new Reservation(argument.customer(), flight.cents()));
          SeatsTables.BOOKED.put(transaction, argument.booked(), new Seat(argument.seat()));
          SeatsTables.FLIGHTS.put(
              transaction, argument.flight(), new Flight(flight.seatsLeft() - 1, flight.cents()));
          SeatsTables.CUSTOMERS.put(
              transaction, argument.customer(), customer.with(1, -flight.cents()));
          return 1;
        }
      };

  /** Cancels the reservation of a seat. Aborts if there is no reservation. */
  static final SeatsProcedure DELETE_RESERVATION =
      new SeatsProcedure("delete-reservation") {
        @Override
        public void declare(Argument argument, KeyDeclaration keys) {
          keys.update(argument.reservation());
          keys.update(SeatsTables.FLIGHTS.key(argument.flight()));
        }

        @Override
        public void declareNext(Argument argument, Reads soFar, KeyDeclaration keys) {
          Reservation found = SeatsTables.RESERVATIONS.get(soFar, argument.reservation());
          if (found != null) {
            keys.update(SeatsTables.CUSTOMERS.key(found.customer()));
            keys.write(SeatsTables.booked(found.customer(), argument.flight()));
          }
        }

        @Override
        public Integer execute(Argument argument, Transaction transaction) {
          Reservation found = SeatsTables.RESERVATIONS.get(transaction, argument.reservation());
          if (found == null) {
            throw transaction.abort("no such reservation");
          }
          Flight flight = SeatsTables.FLIGHTS.get(transaction, argument.flight());
          Customer customer = SeatsTables.CUSTOMERS.get(transaction, found.customer());
          SeatsTables.RESERVATIONS.delete(transaction, argument.reservation());
          SeatsTables.BOOKED.delete(
              transaction, SeatsTables.booked(found.customer(), argument.flight()));
          SeatsTables.FLIGHTS.put(
              transaction, argument.flight(), new Flight(flight.seatsLeft() + 1, flight.cents()));
          SeatsTables.CUSTOMERS.put(
              transaction, found.customer(), customer.with(-1, found.cents()));
          return -1;
        }
      };

  /**
   * Moves a reservation to another seat. Aborts if there is no reservation, or if the other seat is
   * taken.
   */
  static final SeatsProcedure UPDATE_RESERVATION =
      new SeatsProcedure("update-reservation") {
        private static Key to(Argument argument) {
          return SeatsTables.reservation(argument.flight(), argument.other());
        }

        @Override
        public void declare(Argument argument, KeyDeclaration keys) {
          keys.update(argument.reservation());
          keys.update(to(argument));
        }

        @Override
        public void declareNext(Argument argument, Reads soFar, KeyDeclaration keys) {
          Reservation found = SeatsTables.RESERVATIONS.get(soFar, argument.reservation());
          if (found != null) {
            keys.write(SeatsTables.booked(found.customer(), argument.flight()));
          }
        }

        @Override
        public Integer execute(Argument argument, Transaction transaction) {
          Reservation found = SeatsTables.RESERVATIONS.get(transaction, argument.reservation());
          if (found == null || transaction.contains(to(argument))) {
            throw transaction.abort("no such reservation, or the seat is taken");
          }
          SeatsTables.RESERVATIONS.delete(transaction, argument.reservation());
          SeatsTables.RESERVATIONS.put(transaction, to(argument), found);
          SeatsTables.BOOKED.put(
              transaction,
              SeatsTables.booked(found.customer(), argument.flight()),
              new Seat(argument.other()));
          return 0;
        }
      };

  /** Changes an attribute of a customer. */
  static final SeatsProcedure UPDATE_CUSTOMER =
      new SeatsProcedure("update-customer") {
        @Override
        public void declare(Argument argument, KeyDeclaration keys) {
          keys.update(SeatsTables.CUSTOMERS.key(argument.customer()));
        }

        @Override
        public Integer execute(Argument argument, Transaction transaction) {
          Customer customer = SeatsTables.CUSTOMERS.get(transaction, argument.customer());
          SeatsTables.CUSTOMERS.put(
              transaction,
              argument.customer(),
              new Customer(customer.reservations(), customer.balanceCents(), argument.other()));
          return 0;
        }
      };
}
