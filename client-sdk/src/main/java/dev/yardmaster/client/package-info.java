/** The client of a Yardmaster server. */
package dev.yardmaster.client;
