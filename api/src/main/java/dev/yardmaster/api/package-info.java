/** x. */
package dev.yardmaster.api;
