/**
 * Codecs that are derived from types, so that records need no hand-written encoding. A {@link
 * dev.yardmaster.api.codec.RecordCodec} encodes the records of one class; {@link
 * dev.yardmaster.api.codec.ProcedureCodecs} chooses the codecs of a procedure. {@code ValueFormats}
 * states how each type is encoded. The package owns no thread and has no mutable state.
 */
@NullMarked
package dev.yardmaster.api.codec;

import org.jspecify.annotations.NullMarked;
