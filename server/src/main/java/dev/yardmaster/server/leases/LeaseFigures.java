package dev.yardmaster.server.leases;

/**
 * The leases of a server.
 *
 * @param held the number of leases that are held now
 * @param waiting the number of requests that wait for a lease now
 * @param granted the number of leases granted since the start
 * @param expired the number of leases that the server ended because their time was over
 */
public record LeaseFigures(int held, int waiting, long granted, long expired) {
  /** The figures of a server that has granted no lease. */
  public static final LeaseFigures NONE = new LeaseFigures(0, 0, 0, 0);
}
