/** Tests of the drop-in driver and the scheduler in front of MariaDB, which locks rows. */
package dev.yardmaster.jdbc.mariadb;
