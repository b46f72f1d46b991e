/**
 * Defines each setting once, so that builders, files, command lines and tables of settings share
 * its name, range and default. The package is for code that defines settings, not for callers.
 */
package dev.yardmaster.api.setting;
