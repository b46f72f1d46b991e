/**
 * TATP, the Telecommunication Application Transaction Processing benchmark: seven short
 * transactions of a home location register, 80 % of which only read (Neuvonen, Wolski, Manner and
 * Raatikka, "Telecom Application Transaction Processing Benchmark (TATP)", 2009). The tables do not
 * have the columns that no transaction uses.
 */
package dev.yardmaster.workloads.tatp;
