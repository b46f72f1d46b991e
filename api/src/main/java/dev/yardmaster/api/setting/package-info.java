/**
 * How a setting is stated, so that builders, files, command lines and tables of settings have one
 * place for its name, range and default. Callers have no need of it; those who define settings
 * have.
 */
package dev.yardmaster.api.setting;
