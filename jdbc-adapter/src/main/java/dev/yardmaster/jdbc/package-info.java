/** Batches and reorders transactions in front of a database that aborts them on conflict. */
package dev.yardmaster.jdbc;
