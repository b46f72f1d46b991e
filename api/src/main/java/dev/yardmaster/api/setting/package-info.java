/**
 * Defines each setting once, so that builders, files, command lines and documentation have the same
 * name, range and default for a setting. The package is for code that defines settings, not for
 * callers.
 */
package dev.yardmaster.api.setting;
