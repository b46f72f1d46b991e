package dev.yardmaster.workloads.seats;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.table.KeyTuple;
import dev.yardmaster.workloads.Commits;
import dev.yardmaster.workloads.Entries;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.RandomInputs;
import dev.yardmaster.workloads.WorkloadDefinition;
import dev.yardmaster.workloads.WorkloadEntry;
import dev.yardmaster.workloads.WorkloadOption;
import dev.yardmaster.workloads.WorkloadSettings;
import dev.yardmaster.workloads.seats.SeatsTables.Customer;
import dev.yardmaster.workloads.seats.SeatsTables.Flight;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The workload of an airline's reservations. At first no seat is reserved. The invariant has three
 * parts. The number of reservations is the number of committed reservations minus the number of
 * committed cancellations. The number of free seats of each flight is the number of its seats minus
 * the number of its reservations. Each reservation is also recorded with its customer.
 */
public final class Seats implements WorkloadDefinition {

  private static final int MIN_CENTS = 10_000;
  private static final int MAX_CENTS = 100_000;
  private static final int PERCENT = 100;

  private static final WorkloadOption FLIGHTS =
      WorkloadOption.whole("flights", 1, 1_000_000, 1_000, "number of flights");
  private static final WorkloadOption CUSTOMERS =
      WorkloadOption.whole("customers", 1, 10_000_000, 100_000, "number of customers");
  private static final WorkloadOption SKEW =
      WorkloadOption.decimal("skew", 0, 5, 0.9, "skew with which flights are drawn");

  /** Creates the workload. A {@code ServiceLoader} needs this constructor. */
  public Seats() {}

  @Override
  public String name() {
    return "seats";
  }

  @Override
  public String description() {
    return "reservations of flights; 10 % FindFlights, 35 % FindOpenSeats, 20 % NewReservation, 10"
        + " % each of DeleteReservation and UpdateCustomer, 15 % UpdateReservation";
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(FLIGHTS, CUSTOMERS, SKEW);
  }

  @Override
  public List<Procedure<?, ?>> procedures() {
    return List.of(
        SeatsProcedure.FIND_FLIGHTS,
        SeatsProcedure.FIND_OPEN_SEATS,
        SeatsProcedure.NEW_RESERVATION,
        SeatsProcedure.DELETE_RESERVATION,
        SeatsProcedure.UPDATE_RESERVATION,
        SeatsProcedure.UPDATE_CUSTOMER);
  }

  @Override
  public Stream<WorkloadEntry> entries(WorkloadSettings settings, RandomInputs random) {
    return Stream.concat(
        IntStream.range(0, settings.whole(FLIGHTS))
            .mapToObj(
                id ->
                    WorkloadEntry.of(
                        SeatsTables.FLIGHTS,
                        id,
                        new Flight(SeatsTables.SEATS, random.nextInt(MIN_CENTS, MAX_CENTS)))),
        IntStream.range(0, settings.whole(CUSTOMERS))
            .mapToObj(id -> WorkloadEntry.of(SeatsTables.CUSTOMERS, id, new Customer(0, 0, 0))));
  }

  @Override
  public ProcedureInvocation<?, ?> draw(WorkloadSettings settings, RandomInputs random) {
    int seat = random.nextInt(SeatsTables.SEATS);
    int distance = 1 + random.nextInt(SeatsTables.SEATS - 1);
    return new ProcedureInvocation<>(
        transaction(random.nextInt(PERCENT)),
        new SeatsProcedure.Argument(
            random.zipf(settings.whole(FLIGHTS), settings.decimal(SKEW)),
            random.nextInt(settings.whole(CUSTOMERS)),
            seat,
            (seat + distance) % SeatsTables.SEATS));
  }

  private static SeatsProcedure transaction(int percent) {
    if (percent < 10) {
      return SeatsProcedure.FIND_FLIGHTS;
    } else if (percent < 45) {
      return SeatsProcedure.FIND_OPEN_SEATS;
    } else if (percent < 65) {
      return SeatsProcedure.NEW_RESERVATION;
    } else if (percent < 75) {
      return SeatsProcedure.DELETE_RESERVATION;
    }
    return percent < 90 ? SeatsProcedure.UPDATE_RESERVATION : SeatsProcedure.UPDATE_CUSTOMER;
  }

  @Override
  public Optional<String> brokenInvariant(
      WorkloadSettings settings, TransactionService service, Commits commits) {
    // The reservations are collected by customer and flight, with their seats, and counted by
    // flight.
    Map<KeyTuple, Integer> reserved = new HashMap<>();
    Map<Integer, Integer> taken = new HashMap<>();
    Map<Integer, Integer> ofCustomers = new HashMap<>();
    Map<Integer, Long> paid = new HashMap<>();
    Entries.forEach(
        service,
        SeatsTables.RESERVATIONS,
        reservation -> {
          KeyTuple id = KeyTuple.of(reservation.key());
          int flight = id.part(0, Long.class).intValue();
          int customer = reservation.value().customer();
          reserved.put(KeyTuple.of(customer, flight), id.part(1, Long.class).intValue());
          taken.merge(flight, 1, Integer::sum);
          ofCustomers.merge(customer, 1, Integer::sum);
          paid.merge(customer, reservation.value().cents(), Long::sum);
        });
    Map<KeyTuple, Integer> booked = new HashMap<>();
    Entries.forEach(
        service,
        SeatsTables.BOOKED,
        seat -> booked.put(KeyTuple.of(seat.key()), seat.value().seat()));
    long[] wrong = {0, 0};
    Entries.forEach(
        service,
        SeatsTables.FLIGHTS,
        flight -> {
          int seats = taken.getOrDefault((int) flight.key().number(), 0);
          wrong[0] += flight.value().seatsLeft() + seats == SeatsTables.SEATS ? 0 : 1;
        });
    Entries.forEach(
        service,
        SeatsTables.CUSTOMERS,
        customer -> {
          int id = (int) customer.key().number();
          boolean right =
              customer.value().reservations() == ofCustomers.getOrDefault(id, 0)
                  && customer.value().balanceCents() == -paid.getOrDefault(id, 0L);
          wrong[1] += right ? 0 : 1;
        });
    long expected =
        commits.sum(SeatsProcedure.NEW_RESERVATION)
            + commits.sum(SeatsProcedure.DELETE_RESERVATION);
    int stored = taken.values().stream().mapToInt(Integer::intValue).sum();
    return stored == expected && reserved.equals(booked) && wrong[0] == 0 && wrong[1] == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                "%d reservations instead of %d; %d flights and %d customers are wrong; the"
                    + " customers' seats are %s",
                stored, expected, wrong[0], wrong[1], reserved.equals(booked) ? "right" : "wrong"));
  }
}
